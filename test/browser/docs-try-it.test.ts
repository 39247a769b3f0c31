import type { Browser, Locator, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { sharedService } from '../support/service.ts';
import { caller, fillIn, openTryForm, type Answer } from './try-form.ts';

const { baseUrl } = sharedService();
let browser: Browser;

beforeAll(async () => void (browser = await startChromium()));
afterAll(() => browser.close());

const opened = (path: string, answer: Answer) => openTryForm(browser, path, answer);

const keyOf = (request: Request): string | undefined => request.headers()['idempotency-key'];

test('what is sent again without an answer keeps its key, and what follows has another', async () => {
  const { context, page, form, sent } = await opened('teams/createTeam', (_, count) =>
    count === 1 ? 'lost' : 201,
  );
  await context.addCookies([{ name: 'session', value: 'secret', url: baseUrl }]);
  await fillIn(page, form);
  const send = form.getByRole('button', { name: 'Send POST' });
  await send.click();
  await form.getByText('There was no answer').waitFor();
  for (const _ of [1, 2]) {
    await send.click();
    await form.getByText('201 Created').waitFor();
  }
  const [first, again, other] = sent.map(keyOf);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect([again === first, other === first]).toEqual([true, false]);
  for (const request of sent) expect((await request.allHeaders())['cookie']).toBeUndefined();
  await context.close();
});

test('only the status of a response is read out, and the form says which values are missing', async () => {
  const { context, page, form } = await opened('stories/createStory', () => 201);
  expect(await form.getByLabel('Body').getAttribute('aria-describedby')).toBe('try-body-hint try-body-wrong');
  expect(await page.locator('#try-body-hint').textContent()).toContain('Replace $TEAM');
  await fillIn(page, form);
  await form.getByRole('button', { name: 'Send POST' }).click();
  await form.getByText('201 Created').waitFor();
  expect(await form.locator('.outcome[role=status]').textContent()).toBe('201 Created');
  expect(await form.getByRole('region', { name: 'Response' }).textContent()).toContain('"id": "it"');
  await context.close();
});

test('the token fills in its workspace and team, and says what it lacks', async () => {
  const { context, page, form, sent, complaints } = await opened('stories/createStory', () => 201);
  await fillIn(page, form);
  expect(await form.locator('.caller').textContent()).toContain('It lacks the scope stories:write.');
  expect(await form.getByLabel('workspaceId').inputValue()).toBe(caller.workspaceId);
  expect(await form.getByLabel('Body').inputValue()).toContain(caller.teamIds[0]);
  await form.getByText('JSON. Change it as you like.').waitFor();
  await form.getByLabel('Body').fill('{ not JSON');
  await form.getByRole('button', { name: 'Send POST' }).click();
  await form.getByText('The body is not JSON').waitFor();
  expect(sent).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a token that is not one is said at its field, and what another filled in is emptied', async () => {
  const { context, page, form } = await opened('stories/createStory', () => 201);
  await fillIn(page, form);
  await page.route('**/api/v1/me', (route) => route.fulfill({ status: 401, json: { error: {} } }));
  const token = form.getByLabel('Token');
  await token.fill('plt_pat_bad');
  await page.keyboard.press('Tab');
  await form.getByRole('alert').filter({ hasText: 'This token is not valid here.' }).waitFor();
  expect(await token.getAttribute('aria-invalid')).toBe('true');
  expect(await form.getByLabel('workspaceId').inputValue()).toBe('');
  expect(await form.getByLabel('Body').inputValue()).toContain('$TEAM');
  expect(await form.locator('.caller').textContent()).toBe('');
  await form.getByRole('button', { name: 'Send POST' }).click();
  expect(await form.locator(':focus').getAttribute('id')).toBe('try-token');
  const complaint = (input: unknown) => (input as { validationMessage: string }).validationMessage;
  expect(await token.evaluate(complaint)).toBe('This token is not valid here.');
  await token.fill('another');
  expect(await token.getAttribute('aria-invalid')).toBeNull();
  await context.close();
});

test('on a phone the form begins in the window, and the answer replaces the example of one', async () => {
  const { context, page, form, complaints } = await opened('stories/createStory', () => 409);
  await fillIn(page, form);
  await form.getByRole('button', { name: 'Send POST' }).click();
  await form.getByText('409 Conflict').waitFor();
  await page.reload();
  const example = page.locator('.answers > figure').first();
  expect(await example.isVisible()).toBe(true);
  const button = page.getByRole('button', { name: 'Try it' }).first();
  await button.click();
  await form.getByText('Acts as Max.').waitFor();
  const isIn = async (part: Locator) => {
    const { y, height } = (await part.boundingBox())!;
    return y >= 0 && y + height <= page.viewportSize()!.height;
  };
  expect(await isIn(form.getByLabel('Token'))).toBe(true);
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await form.getByRole('button', { name: 'Send POST' }).click();
  await form.locator('.outcome.bad').filter({ hasText: '409 Conflict' }).waitFor();
  expect(await isIn(form.locator('.result'))).toBe(true);
  expect(await form.locator('.result .h-attr').first().textContent()).toBe('"data":');
  expect(await example.isVisible()).toBe(false);
  expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
  await page.getByText('curl', { exact: true }).click();
  expect(await example.isVisible()).toBe(true);
  await context.close();
});

test('optional parameters are folded, choices are lists, and ids are proposed by name', async () => {
  const { context, page, form, sent } = await opened('stories/listStories', () => 200);
  await page.route('**/teams', (route) => route.fulfill({ json: { data: [{ id: 'team-1', name: 'Web' }] } }));
  await fillIn(page, form);
  const sort = form.getByLabel('archived');
  expect(await sort.isVisible()).toBe(false);
  await form.getByText(/^Optional parameters/).click();
  await sort.selectOption('only');
  await form.getByLabel('priority').selectOption(['high', 'urgent']);
  await form.getByLabel('teamId').focus();
  await page.locator('#try-teamId-values option').waitFor({ state: 'attached' });
  expect(await page.locator('#try-teamId-values option').getAttribute('label')).toBe('Web');
  await form.getByLabel('teamId').fill('team-1');
  await form.getByRole('button', { name: 'Send GET' }).click();
  await form.getByText('200 OK').waitFor();
  expect(new URL(sent.at(-1)!.url()).search).toBe('?teamId=team-1&priority=high%2Curgent&archived=only');
  await context.close();
});

test('the version of what is changed is read when it is chosen, and again when it was sent', async () => {
  const { context, page, form } = await opened('stories/updateStory', () => 200);
  let version = 0;
  await page.route('**/stories/*', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({
          json: { data: { updatedAt: `${new URL(route.request().url()).pathname}#${++version}` } },
        })
      : route.fallback(),
  );
  await fillIn(page, form);
  const body = form.getByLabel('Body');
  expect(await body.inputValue()).toContain('$VERSION');
  const choose = async (id: string, expected: string) => {
    await form.getByLabel('storyId').fill(id);
    await page.keyboard.press('Tab');
    await expect.poll(() => body.inputValue()).toContain(`/stories/${expected}"`);
  };
  await choose('one', 'one#1');
  await form.getByText('JSON. Change it as you like.').waitFor();
  await choose('two', 'two#2');
  await form.getByRole('button', { name: 'Send PATCH' }).click();
  await expect.poll(() => body.inputValue()).toContain('/stories/two#3"');
  await context.close();
});

test('the board of an idea is the first of the portal, and a search begins with a word', async () => {
  const { context, page, form } = await opened('feedback-portals/createFeedbackItem', () => 201);
  await page.route('**/portals/one', (route) =>
    route.fulfill({ json: { data: { boards: [{ id: 'board-1' }] } } }),
  );
  await fillIn(page, form);
  await form.getByLabel('portalId').fill('one');
  await page.keyboard.press('Tab');
  await expect.poll(() => form.getByLabel('Body').inputValue()).toContain('"boardId": "board-1"');
  await page.goto(`${baseUrl}/docs/search/search#try`);
  expect(await form.locator('#try-q').inputValue()).not.toBe('');
  await context.close();
});

test('what anyone may read is sent without a token', async () => {
  const { context, page, form, complaints } = await opened(
    'public-portals/getPublicFeedbackPortal',
    () => 200,
  );
  const sent: Request[] = [];
  await page.route('**/portals/acme*/**', (route) => {
    sent.push(route.request());
    return route.fulfill({ json: { data: { slug: 'acme' } } });
  });
  expect(await form.getByLabel('Token').count()).toBe(0);
  const slug = form.getByLabel('portalSlug');
  expect(await page.evaluate('document.activeElement.name')).toBe('portalSlug');
  await slug.fill('acme');
  await form.getByRole('button', { name: 'Send GET' }).click();
  await form.getByText('200 OK').waitFor();
  expect(await sent[0]!.headerValue('authorization')).toBeNull();
  expect(complaints).toEqual([]);
  await context.close();
});

test('the link at the token asks for what the operation needs, and its way back opens the form', async () => {
  const { context, page, form } = await opened('stories/createStory', () => 201);
  const link = form.getByRole('link', { name: 'Create a token for this' });
  const { pathname, searchParams } = new URL((await link.getAttribute('href'))!, baseUrl);
  expect([pathname, ...searchParams.values()]).toEqual([
    '/account/tokens',
    'stories:write',
    '/docs/stories/createStory',
    'Create a story',
  ]);
  await page.evaluate("sessionStorage.setItem('plotline-token', 'x')");
  await page.goto(`${baseUrl}/docs/stories/getStory#try`);
  await form.getByText('Acts as Max.').waitFor();
  expect(await form.getByLabel('Token').inputValue()).toBe('x');
  await context.close();
});

test('the response of an error is chosen at the place of that of success', async () => {
  const { context, page, form } = await opened('stories/createStory', () => 201);
  await page.getByText('curl', { exact: true }).click();
  const shown = page.locator('.answers > :is(figure, p):visible');
  expect(await form.isVisible()).toBe(false);
  const choice = page.getByRole('combobox', { name: 'Response' });
  expect(await shown.locator('pre').textContent()).toContain('"reference": "ENG-184"');
  await choice.selectOption('409 idempotency_key_reused');
  expect(await shown.count()).toBe(1);
  expect(await shown.locator('pre').textContent()).toContain('"code": "idempotency_key_reused"');
  await choice.selectOption('201 Created');
  expect(await shown.locator('pre').textContent()).toContain('"reference": "ENG-184"');
  await context.close();
});

test('only what deletes is sent by a button that warns', async () => {
  const { context, page, form } = await opened('stories/createStory', () => 201);
  const send = form.locator('> button');
  expect(await send.getAttribute('class')).toBeNull();
  await page.goto(`${baseUrl}/docs/stories/deleteStory#try`);
  expect([await send.textContent(), await send.getAttribute('class')]).toEqual(['Send DELETE', 'danger']);
  await context.close();
});

test('the form opens in the place of the example, which comes back with a language', async () => {
  const { context, page, form } = await opened('teams/createTeam', () => 201);
  const example = page.locator('.in-sh');
  expect(await example.isVisible()).toBe(false);
  await page.getByText('curl', { exact: true }).click();
  expect([await example.isVisible(), await form.isVisible()]).toEqual([true, false]);
  await context.close();
});
