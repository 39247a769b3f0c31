import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi, PNG, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { setSession } from '../support/set-session.ts';
import { assertPage, openWindow, phone, viewsOf, type View } from './page-checks.ts';

const service = sharedService();
let browser: Browser;
let feedback: Feedback;
let portal: Portal;
let cookies: ReadonlyMap<string, string>;

beforeAll(async () => {
  browser = await startChromium();
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal({ name: 'Tidepool' });
  const idea = await feedback.item(portal, { tags: ['design'], description: 'At **night**.' });
  await feedback.item(portal, { title: 'A longer idea that somebody has had for quite some time now' });
  await feedback.comment(portal, idea, { ...admin, id: await feedback.visitor() });
  ({ cookies } = await signedIn(service, workspace, admin));
});
afterAll(() => browser.close());

const urlOf = (path: string) => `${service.baseUrl}/portals/${portal.slug}${path}`;

async function withTeamPage(
  view: View,
  options: Parameters<typeof openWindow>[2],
  act: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, view, options);
  await setSession(context, service.baseUrl, cookies);
  await act(page, context);
  // A form that is refused is a page with an error's status.
  expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
  await context.close();
}

const pages = {
  idea: '/feedback/items/dark-mode',
  list: '/feedback',
  inbox: '/manage',
  comments: '/manage?show=comments',
  item: '/manage/items/dark-mode',
  updates: '/manage/updates',
  update: '/manage/new-update',
  settings: '/manage/settings',
} as const;

describe.each(viewsOf('portal team'))('at $width pixels, $colorScheme, for the team,', (view) => {
  test('a portal has no page with a fault or with overflow, and every part unfolded', async () => {
    await withTeamPage(view, {}, async (page) => {
      for (const [name, path] of Object.entries(pages)) {
        const answer = await page.goto(urlOf(path));
        expect([name, answer?.status()]).toEqual([name, 200]);
        expect(await page.locator('h1').count()).toBe(1);
        await page
          .locator('.team details, .sheet details')
          .evaluateAll((all: { open: boolean }[]) => all.forEach((one) => (one.open = true)));
        await assertPage(page, `portal-team-${name}`, view);
      }
    });
  });
});

test('a private portal, as its team previews it, has no fault, and says success in no color of its brand', async () => {
  const hidden = await feedback.portal({ visibility: 'private', color: '#cc0000' });
  await feedback.item(hidden);
  await withTeamPage(phone, {}, async (page) => {
    await page.goto(`${service.baseUrl}/portals/${hidden.slug}/feedback`);
    await page.getByText('Preview.').waitFor();
    await assertPage(page, 'portal-preview', phone);
    await page.goto(`${service.baseUrl}/portals/${hidden.slug}/feedback?done=deleted`);
    const style = (selector: string, part: string, pseudo = '') =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}'), '${pseudo}').${part}`);
    await page.evaluate(
      `document.querySelector('main .wrap').insertAdjacentHTML('afterbegin', '<p class="thanks">Saved</p>')`,
    );
    expect(await style('.thanks', 'color')).toBe(await style('body', 'color'));
    expect(await style('.thanks', 'color', '::before')).not.toBe(await style('.preview', 'color'));
    expect(await style('.thanks', 'content', '::before')).toContain('✓');
  });
});

test('the pages of the team begin at one edge, and on a phone their tabs are one line', async () => {
  await withTeamPage({ width: 1280, colorScheme: 'light' }, {}, async (page) => {
    for (const path of [pages.inbox, pages.item, pages.update, pages.settings]) {
      await page.goto(urlOf(path));
      const lefts = await page
        .locator('main h1, main .manage, main .card:not(.card .card)')
        .evaluateAll((all: { getBoundingClientRect(): { left: number } }[]) =>
          all.map((one) => Math.round(one.getBoundingClientRect().left)),
        );
      expect(lefts.length, path).toBeGreaterThan(2);
      expect(new Set(lefts).size, `${path}: ${lefts.join()}`).toBe(1);
    }
  });
  await withTeamPage(phone, {}, async (page) => {
    await page.goto(urlOf(pages.inbox));
    const tops = await page
      .locator('.tabs a')
      .evaluateAll((all: { getBoundingClientRect(): { top: number } }[]) =>
        all.map((one) => one.getBoundingClientRect().top),
      );
    expect(tops).toHaveLength(4);
    expect(new Set(tops).size).toBe(1);
  });
});

test('an update is written in a field that is as high as a page, and grows with the text', async () => {
  await withTeamPage({ width: 1280, colorScheme: 'light' }, {}, async (page) => {
    await page.goto(urlOf(pages.update));
    const heightOf = async () => (await page.locator('#body').boundingBox())!.height;
    const first = await heightOf();
    expect(first).toBeGreaterThan(350);
    await page.fill('#body', 'A line.\n'.repeat(40));
    expect(await heightOf()).toBeGreaterThan(first);
  });
});

test('a member sets a status, replies and merges on a phone, by keyboard alone and without script', async () => {
  const other = await feedback.item(portal, { title: 'Night theme' });
  const item = await feedback.item(portal, { title: 'Theme for the night' });
  await withTeamPage(phone, { javaScriptEnabled: false }, async (page) => {
    const press = async (locator: string, key = 'Enter') => {
      await page.locator(locator).focus();
      await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press(key)]);
      await page.waitForLoadState();
    };
    const unfold = async (name: string) => {
      await page.locator(`.team summary:has-text("${name}")`).focus();
      await page.keyboard.press('Enter');
    };
    await page.goto(urlOf(`/feedback/items/${item.slug}`));
    // It is offered once, right below the title.
    expect(await page.locator('#team-status').isVisible()).toBe(false);
    await page.locator('#atop-status').focus();
    await page.keyboard.type('Planned');
    await press('.atop button');
    expect(await page.locator('.atop [role=status]').innerText()).toBe('Saved.');
    expect(await page.locator('article .status').innerText()).toBe('Planned');

    await unfold('Reply');
    await page.locator('#team-answer').focus();
    await page.keyboard.type('It comes in spring.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await press('.team form[action$="/answer"] button');
    expect(await page.locator('.official').innerText()).toContain('It comes in spring.');

    await unfold('Merge, hide or ban');
    await page.locator('#team-into').focus();
    await page.keyboard.type(other.slug);
    await press('.team form[action$="/merge"] button');
    expect(new URL(page.url()).pathname).toContain(`/items/${other.slug}`);
    expect(await page.locator('.team [role=status]').innerText()).toContain('Merged.');
  });
  expect(await feedback.readItem(item)).toMatchObject({ status: 'planned', mergedIntoId: other.id });
});

test('the status of an idea is set right below its title on a phone, and in its panel where there is room', async () => {
  const { slug } = await feedback.item(portal, { title: 'Tides', description: 'They come and go.' });
  for (const path of [`/feedback/items/${slug}`, `/manage/items/${slug}`]) {
    await withTeamPage(phone, { javaScriptEnabled: false }, async (page) => {
      await page.goto(urlOf(path));
      const save = page.locator('.atop button');
      const title = (await page.locator('h1').boundingBox())!;
      expect((await save.boundingBox())!.y - title.y).toBeLessThan(300);
      const next = path.startsWith('/manage') ? 'Closed' : 'Planned';
      await page.locator('#atop-status').selectOption({ label: next });
      await save.click();
      expect(await page.locator('.atop [role=status]').innerText()).toBe('Saved.');
      expect(await page.locator('.facts .status').first().innerText()).toBe(next);
      expect(new URL(page.url()).pathname.endsWith(path)).toBe(true);
    });
  }
  await withTeamPage({ width: 1280, colorScheme: 'light' }, {}, async (page) => {
    await page.goto(urlOf(`/feedback/items/${slug}`));
    expect(await page.locator('.atop').isVisible()).toBe(false);
    await page.goto(urlOf(`/manage/items/${slug}`));
    const [title, text] = await Promise.all(
      ['h1', '.prose p'].map((one) =>
        page
          .locator(one)
          .first()
          .evaluate((element) => element.getBoundingClientRect().x),
      ),
    );
    expect(text).toBe(title);
    await page.goto(urlOf(`/feedback/items/${slug}`));
    expect((await page.locator('#team-status').boundingBox())!.y).toBeLessThan(700);
  });
});

test('what was just set in the inbox stands on one line with the button that sets it back', async () => {
  await feedback.item(portal, { title: 'Ebb' });
  await withTeamPage({ width: 1280, colorScheme: 'light' }, {}, async (page) => {
    await expect
      .poll(async () => {
        await page.goto(urlOf(pages.inbox));
        return await page.locator('.triage').count();
      })
      .toBeGreaterThan(0);
    await page.locator('.triage select').first().selectOption('planned');
    await page.locator('.triage button').first().click();
    const boxes = await Promise.all(
      ['.done p', '.done button'].map((one) => page.locator(one).boundingBox()),
    );
    const [text, undo] = boxes.map((box) => box!.y + box!.height / 2);
    expect(Math.abs(text! - undo!)).toBeLessThan(2);
    expect(boxes[0]!.height).toBeLessThan(40);
  });
});

test('an admin uploads a logo, which then stands on every page, and removes it', async () => {
  await withTeamPage(phone, { javaScriptEnabled: false }, async (page) => {
    await page.goto(urlOf('/manage/settings'));
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') };
    await page.locator('#logo').setInputFiles(file);
    await page.locator('form[enctype] button').click();
    expect(await page.locator('[role=status]').innerText()).toBe('Your logo is saved.');
    expect(await page.locator('.brand img').count()).toBe(1);
    await page.locator('button:has-text("Remove logo")').click();
    expect(await page.locator('.brand img').count()).toBe(0);
    await page.locator('#logo').setInputFiles({ ...file, buffer: Buffer.from('no picture') });
    await page.locator('form[enctype] button').click();
    expect(await page.locator('[role=alert]').innerText()).toContain('This is not a PNG, JPEG or WebP image');
  });
});
