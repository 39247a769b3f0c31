import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { assertPage, openWindow, phone } from './page-checks.ts';
import { enterMailedCode } from './enter-mailed-code.ts';

/** Strangers write first, and sign in with what they wrote. */

const { baseUrl } = sharedService();
let browser: Browser;
let portal: Portal;
let item: FeedbackItem;

beforeAll(async () => {
  browser = await startChromium();
  const workspace = await newWorkspace();
  const feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal();
  item = await feedback.item(portal, { title: 'Dark mode' });
});
afterAll(() => browser.close());

const home = () => `${baseUrl}/portals/${portal.slug}/feedback`;

async function signIn(page: Page): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await enterMailedCode(page, baseUrl, email);
}

async function asStranger(javaScriptEnabled: boolean, act: (page: Page) => Promise<void>): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, phone, { javaScriptEnabled });
  await act(page);
  expect(complaints).toEqual([]);
  await context.close();
}

test('a stranger writes an idea, signs in, and posts it under a name', () =>
  asStranger(true, async (page) => {
    await page.goto(home());
    await page.getByRole('link', { name: 'Suggest an idea' }).click();
    await page.getByText('Next, you sign in by email. What you wrote is kept.').waitFor();
    await assertPage(page, 'suggest-first', phone);
    await page.getByLabel('Your idea in a few words').fill('Read aloud');
    await page.getByLabel('What would it help you do?').fill('On the **train**.');
    await page.getByRole('button', { name: 'Submit idea' }).click();
    await signIn(page);
    await page.getByText('Your text is below; it is not posted yet.').waitFor();
    expect(await page.getByLabel('Your idea in a few words').inputValue()).toBe('Read aloud');
    await page.getByLabel('Your name').fill('Nora New');
    await page.getByRole('button', { name: 'Submit idea' }).click();
    await page.getByText('Your idea has been posted with your vote.').waitFor();
    await page.locator('.prose strong', { hasText: 'train' }).waitFor();
  }));

test('ideas like the one that a stranger writes are shown below its title', () =>
  asStranger(true, async (page) => {
    await page.goto(`${home()}/new`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const found = page.locator('.alike li');
    await page.getByLabel('Your idea in a few words').pressSequentially('A dark mode', { delay: 20 });
    await found.first().waitFor();
    expect(await found.allInnerTexts()).toEqual([expect.stringMatching(/^Dark mode.*\s+Open\s+0 votes$/s)]);
    expect(await page.locator('.alike p[aria-live=polite]').innerText()).toBe('1 similar idea');
    expect(asked).toHaveLength(1);
    await assertPage(page, 'suggest-similar', phone);
    const [opened] = await Promise.all([page.waitForEvent('popup'), found.getByRole('link').click()]);
    expect(new URL(opened.url()).pathname).toContain(`/items/${item.slug}`);
    await page.getByLabel('Your idea in a few words').fill('Dark');
    await expect.poll(() => found.count()).toBe(0);
    expect(asked).toHaveLength(1);
  }));

test('ideas like the words of a link are shown without script', () =>
  asStranger(false, async (page) => {
    await page.goto(`${home()}/new?title=dark+mode`);
    expect(await page.locator('.alike li').count()).toBe(1);
  }));

test('a stranger writes a comment without script, signs in, and posts it under a name', () =>
  asStranger(false, async (page) => {
    await page.goto(`${home()}/items/${item.slug}`);
    await page.getByLabel('Your comment').fill('At night, please.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await signIn(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Your text is below; it is not posted yet.').waitFor();
    await page.getByLabel('Your name').fill('Nora New');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.locator('.posts > li', { hasText: 'At night, please.' }).waitFor();
  }));
