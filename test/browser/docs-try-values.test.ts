import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { sharedService } from '../support/service.ts';
import { fillIn, openTryForm, type Answer } from './try-form.ts';

const { baseUrl } = sharedService();
let browser: Browser;

beforeAll(async () => void (browser = await startChromium()));
afterAll(() => browser.close());

const opened = (path: string, answer: Answer) => openTryForm(browser, path, answer);

test('what is left to replace is said at the body, and nothing is sent', async () => {
  const { context, page, form, sent } = await opened('relations/createRelation', () => 201);
  const stories: object[] = [];
  await page.route('**/stories', (route) => route.fulfill({ json: { data: stories } }));
  await fillIn(page, form);
  await form.getByLabel('storyId').fill('one');
  const body = form.getByLabel('Body');
  const send = form.getByRole('button', { name: 'Send POST' });
  await send.click();
  await form.getByRole('alert').filter({ hasText: 'Replace $RELATED_STORY first' }).waitFor();
  expect(await body.getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);

  // The story itself is no story that it can be related to.
  stories.push({ id: 'zero' }, { id: 'one' }, { id: 'two' });
  await form.getByLabel('storyId').fill('zero');
  await page.keyboard.press('Tab');
  await expect.poll(() => body.inputValue()).toContain('"relatedStoryId": "two"');
  expect(await body.getAttribute('aria-invalid')).toBeNull();
  await send.click();
  await form.getByText('201 Created').waitFor();
  expect(sent).toHaveLength(1);
  await context.close();
});

test('a bulk change has a story with its version, and keys of stories are new in each request', async () => {
  const { context, page, form, sent } = await opened('stories/bulkUpdateStories', () => 200);
  await page.route('**/stories', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { data: [{ id: 'one', updatedAt: 'then' }] } })
      : route.fallback(),
  );
  await fillIn(page, form);
  await expect.poll(() => form.getByLabel('Body').inputValue()).toMatch(/"one"[^]*"then"/);

  await page.goto(`${baseUrl}/docs/stories/bulkCreateStories#try`);
  await fillIn(page, form);
  for (const _ of [1, 2]) {
    await form.getByRole('button', { name: 'Send POST' }).click();
    await form.getByText('200 OK').waitFor();
  }
  const keys = sent.flatMap((request) =>
    (request.postDataJSON() as { items: { idempotencyKey: string }[] }).items.map(
      (one) => one.idempotencyKey,
    ),
  );
  expect(keys.every((key) => /^[0-9a-f-]{36}-\d$/.test(key))).toBe(true);
  expect(new Set(keys).size).toBe(4);
  await context.close();
});

test('what an id belongs to is said at its field, and asked before it is deleted', async () => {
  const { context, page, form, sent } = await opened('stories/deleteStory', () => 200);
  const data = [{ id: 'one', reference: 'ENG-44', title: 'Export a sprint as CSV' }];
  await page.route('**/stories', (route) => route.fulfill({ json: { data } }));
  await fillIn(page, form);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await form.getByLabel('storyId').focus();
  await page.locator('#try-storyId-values option').waitFor({ state: 'attached' });
  await form.getByLabel('storyId').fill('one');
  await form.locator('.chosen', { hasText: 'ENG-44 Export a sprint as CSV' }).waitFor();
  await form.getByRole('button', { name: 'Send DELETE' }).click();
  expect(asked).toEqual(['Delete a story: ENG-44 Export a sprint as CSV?']);
  expect(sent).toEqual([]);
  await context.close();
});
