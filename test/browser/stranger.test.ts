import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Demo } from '../../cli/core/demo-file.ts';
import { startChromium } from '../support/chromium.ts';
import { startDemoService } from '../support/demo-service.ts';
import { type OwnService } from '../support/service.ts';
import { assertPage, openWindow, viewsOf } from './page-checks.ts';

/** The whole way of somebody who has nothing but a mail address, on the demo that `npm start` serves. */
let service: OwnService;
let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  ({ service, demo } = await startDemoService());
  browser = await startChromium();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

const urlOf = (page: string) => `${service.baseUrl}/portals/${demo.portalSlug}/feedback${page}`;

/** Reads the newest mail to an address on the page of the local mailbox. */
async function readMail(page: Page, address: string): Promise<string> {
  const mail = page.locator('.deliveries li').filter({ hasText: address }).first();
  await expect
    .poll(async () => {
      await page.goto(`${service.baseUrl}/_local/mail`);
      return await mail.count();
    })
    .toBe(1);
  return (await mail.locator('pre').first().textContent())!;
}

describe.each(viewsOf('strangers'))('at $width pixels, $colorScheme,', (view) => {
  test('a stranger opens the portal, votes, reads the code, and has voted, without script', async () => {
    const { context, page, complaints } = await openWindow(browser, view, { javaScriptEnabled: false });
    const looked = await openWindow(browser, view);
    const address = `stranger-${view.width}-${view.colorScheme}@example.com`;
    await page.goto(urlOf('?sort=newest'));
    const idea = page.locator('.items .item').filter({ hasText: 'passkey' }).first();
    const votes = async () => Number(await idea.locator('.vote span').textContent());
    const before = await votes();
    await idea.locator('a.vote').click();

    // The portal's own name and color stay, and what the code is for is said.
    expect(await page.locator('.top .brand').textContent()).toContain('Tidepool');
    expect(await page.locator('main').textContent()).toContain('Sign in to vote for');
    await looked.page.goto(page.url());
    await assertPage(looked.page, 'stranger-sign-in', view);
    await page.locator('#email').fill(address);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    expect(new URL(page.url()).pathname).toBe('/sign-in/code');
    expect(await page.locator('.top .brand').textContent()).toContain('Tidepool');

    const mailbox = await context.newPage();
    const [code] = /^\d{6}$/m.exec(await readMail(mailbox, address))!;
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();

    expect(page.url()).toContain(`${urlOf('?sort=newest')}&voted=`);
    expect(await idea.locator('[role=status]').textContent()).toContain('Your vote is counted.');
    expect(await idea.locator('button.vote').getAttribute('aria-pressed')).toBe('true');
    expect(await votes()).toBe(before + 1);
    expect([complaints, looked.complaints]).toEqual([[], []]);
    await context.close();
    await looked.context.close();
  });

  test('the page for the code, with a wrong one too, and the mail itself have no fault', async () => {
    const { context, page } = await openWindow(browser, view);
    const address = `reader-${view.width}-${view.colorScheme}@example.com`;
    await page.goto(`${service.baseUrl}/sign-in?next=${encodeURIComponent(new URL(urlOf('')).pathname)}`);
    // The field has the focus, once the page has been drawn.
    await page.locator('#email:focus').waitFor();
    await page.locator('#email').fill(address);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.locator('#code:focus').waitFor();
    await assertPage(page, 'code', view);
    await page.getByLabel('Code').fill('12345');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    await assertPage(page, 'code-wrong', view);
    const mailbox = await context.newPage();
    await readMail(mailbox, address);
    await assertPage(mailbox, 'mailbox', view);
    const src = await mailbox.locator('iframe').first().getAttribute('src');
    const { html } = service.mailbox.mails.find(({ number }) => src!.endsWith(`/${number}.html`))!;
    await mailbox.goto('about:blank');
    await mailbox.setContent(html);
    await assertPage(mailbox, 'mail-code', view);
    await context.close();
  });
});

test('the whole way of a stranger works without script: opens, votes, reads the code, has voted, gets a mail that it shipped, stops the mail', async () => {
  const address = 'told@example.com';
  const view = { width: 360, colorScheme: 'light' } as const;
  const { context, page } = await openWindow(browser, view, { javaScriptEnabled: false });
  const api = `${service.baseUrl}/api/v1/workspaces/${demo.workspaceId}`;
  const headers = { authorization: `Bearer ${demo.tokens.admin}`, 'content-type': 'application/json' };
  const ask = async (path: string, method = 'GET', body?: object): Promise<any> => {
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(api + path, sent);
    expect(answer.status, path).toBeLessThan(300);
    return ((await answer.json()) as any).data;
  };
  const story = await ask('/stories-by-reference/ENG-1');
  const idea = urlOf('/items/sign-in-with-a-passkey');

  await page.goto(urlOf('?sort=newest'));
  await page.getByRole('link', { name: 'Sign in with a passkey', exact: true }).click();
  expect(page.url()).toBe(idea);
  const votes = async () => Number(await page.locator('.vote span').first().textContent());
  const before = await votes();
  await page.locator('a.vote').click();
  await page.locator('#email').fill(address);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const mailbox = await context.newPage();
  const [code] = /^\d{6}$/m.exec(await readMail(mailbox, address))!;
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(page.url()).toBe(`${idea}?voted=${new URL(idea).pathname.split('/').at(-1)}#top`);
  expect(await page.locator('button.vote').getAttribute('aria-pressed')).toBe('true');
  expect(await votes()).toBe(before + 1);

  const statuses: any[] = await ask(`/statuses?teamId=${story.teamId}`);
  const statusId = statuses.find(({ category }) => category === 'completed').id;
  await ask(`/stories/${story.id}`, 'PATCH', { expectedUpdatedAt: story.updatedAt, statusId });
  const mail = mailbox.locator('.deliveries li').filter({ hasText: address }).filter({ hasText: 'Done:' });
  await expect
    .poll(async () => {
      await mailbox.goto(`${service.baseUrl}/_local/mail`);
      return await mail.count();
    })
    .toBe(1);
  const text = (await mail.locator('pre').first().textContent())!;
  expect(text).toContain(idea);
  const preferences = /Email settings and unsubscribe: (\S+)/.exec(text)![1]!;

  await page.goto(preferences);
  for (const colorScheme of ['light', 'dark'] as const) {
    const looked = await openWindow(browser, { ...view, colorScheme });
    await looked.page.goto(preferences);
    await assertPage(looked.page, 'mail-preferences', { ...view, colorScheme });
    await looked.context.close();
  }
  await page.getByLabel('No email').check();
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await page.getByRole('status').textContent()).toBe('Saved: No email.');
  await page.goto(preferences);
  expect(await page.getByLabel('No email').isChecked()).toBe(true);
  await context.close();
});
