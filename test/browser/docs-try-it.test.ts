import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { sharedService } from '../support/service.ts';
import { openWindow } from './page-checks.ts';

const { baseUrl } = sharedService();
let browser: Browser;

beforeAll(async () => void (browser = await startChromium()));
afterAll(() => browser.close());

/** The form of an operation's page, and the requests that it sends, each answered as told. */
async function opened(path: string, answer: (request: Request, count: number) => 'lost' | number) {
  const { context, page, complaints } = await openWindow(browser, { width: 360, colorScheme: 'light' });
  await page.goto(`${baseUrl}/docs/${path}`);
  const sent: Request[] = [];
  await page.route('**/api/v1/**', async (route) => {
    const status = answer(route.request(), sent.push(route.request()));
    await (status === 'lost' ? route.abort() : route.fulfill({ status, json: { data: { id: 'it' } } }));
  });
  return { context, page, complaints, sent, form: page.locator('form.try') };
}

async function fillIn(page: Page, names: readonly string[]): Promise<void> {
  for (const name of ['Token', ...names]) await page.getByLabel(name, { exact: true }).fill('x');
}

const keyOf = (request: Request): string | undefined => request.headers()['idempotency-key'];

test('what is sent again without an answer keeps its key, and what follows has another', async () => {
  const { context, page, form, sent } = await opened('teams/createTeam', (_, count) =>
    count === 1 ? 'lost' : 201,
  );
  await context.addCookies([{ name: 'session', value: 'secret', url: baseUrl }]);
  await fillIn(page, ['workspaceId']);
  const send = form.getByRole('button', { name: 'Send POST' });
  await send.click();
  await form.getByText('There was no answer').waitFor();
  for (const _ of [1, 2]) {
    await send.click();
    await form.getByText('Status 201').waitFor();
  }
  const [first, again, other] = sent.map(keyOf);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect([again === first, other === first]).toEqual([true, false]);
  for (const request of sent) expect((await request.allHeaders())['cookie']).toBeUndefined();
  await context.close();
});

test('only the status of a response is read out, and the form says which values are missing', async () => {
  const { context, page, form } = await opened('stories/createStory', () => 201);
  await fillIn(page, ['workspaceId']);
  expect(await form.getByLabel('Body').getAttribute('aria-describedby')).toBe('try-body-hint');
  expect(await page.locator('#try-body-hint').textContent()).toContain('Replace $TEAM');
  await form.getByRole('button', { name: 'Send POST' }).click();
  await form.getByText('Status 201').waitFor();
  expect(await form.getByRole('status').textContent()).toBe('Status 201');
  expect(await form.getByRole('region', { name: 'Response' }).textContent()).toContain('"id": "it"');
  await context.close();
});
