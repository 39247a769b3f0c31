import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { attachmentApi } from '../attachments/attachment-api.ts';
import { statusOf, storyApi } from '../stories/story-api.ts';
import { setSession } from '../support/set-session.ts';
import { assertPage, openWindow, phone, viewsOf, type View } from './page-checks.ts';

const service = sharedService();
let browser: Browser;
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let story: Story;
let cookies: ReadonlyMap<string, string>;
/** A comment on an older page, and a status and a sprint with stories. */
let commentId: string;
let statusId: string;
let sprintId: string;

const DAY_MS = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  browser = await startChromium();
  workspace = await newWorkspace();
  team = await workspace.team({ name: 'Harbour' });
  member = await workspace.person('member', [team]);
  const stories = storyApi(workspace, member.client);
  const [startDate, endDate] = [-3, 5].map((days) => new Date(Date.now() + days * DAY_MS).toISOString());
  const { json } = await member.client.post(`${workspace.path}/sprints`, {
    teamId: team.id,
    name: 'Before the ice',
    startDate,
    endDate,
  });
  sprintId = json.data.id;
  const other = await stories.create({ teamId: team.id, title: 'A'.repeat(200), sprintId, priority: 'low' });
  story = await stories.create({
    teamId: team.id,
    title: 'Mend the pier',
    description: `## Why\n\nIt **creaks**.\n\n| a | b |\n|---|---|\n| ${'x'.repeat(120)} | 2 |\n\n- [ ] Nails`,
    assigneeId: member.id,
    parentId: other.id,
    sprintId,
    endDate,
  });
  const at = `${workspace.path}/stories/${story.id}`;
  await member.client.post(`${at}/relations`, { type: 'blocks', relatedStoryId: other.id });
  await member.client.post(`${at}/links`, { url: `https://git.example/${'long'.repeat(40)}` });
  await stories.create({ teamId: team.id, title: 'Buy nails', parentId: story.id, assigneeId: member.id });
  await attachmentApi(workspace, member.client).attach(story, 'hello', { name: `${'plan'.repeat(30)}.txt` });
  const picture = PNG.sync.write(new PNG({ width: 300, height: 80, fill: true }));
  await attachmentApi(workspace, member.client).attach(story, picture, {
    name: 'The pier.png',
    contentType: 'image/png',
  });
  const first = await member.client.post(`${at}/comments`, { content: 'Nails are here. '.repeat(20) });
  commentId = first.json.data.id;
  await member.client.post(`${at}/comments`, { content: 'Good.', parentId: commentId });
  for (let number = 1; number <= 50; number++) {
    await member.client.post(`${at}/comments`, { content: `Note ${number}` });
  }
  statusId = await statusOf(workspace, member.client, team, 'backlog');
  const colleague = await workspace.person('admin', [team]);
  const agent = await workspace.serviceAccount([team]);
  const given = storyApi(workspace, colleague.client);
  await given.create({ teamId: team.id, title: `Tar the ${'long'.repeat(40)} hull`, assigneeId: member.id });
  await given.create({ teamId: team.id, title: 'Weigh the anchor', assigneeId: agent.id });
  await colleague.client.post(`${at}/comments`, { content: 'Are **these** the nails? '.repeat(20) });
  ({ cookies } = await signedIn(service, workspace, member));
});
afterAll(() => browser.close());

async function withPage(
  view: View,
  options: Parameters<typeof openWindow>[2],
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, view, options);
  await setSession(context, service.baseUrl, cookies);
  await act(page);
  expect(complaints).toEqual([]);
  await context.close();
}

const paths = () => ({
  work: `/my-work/${workspace.id}`,
  inbox: `/inbox/${workspace.id}`,
  board: `/teams/${team.id}`,
  sprint: `/teams/${team.id}?sprint=${sprintId}`,
  list: `/teams/${team.id}?status=${statusId}`,
  story: `/stories/${story.id}`,
  reply: `/stories/${story.id}?reply=${commentId}`,
  unsaved: `/stories/${story.id}?unsaved=1`,
});

describe.each(viewsOf('planning'))('at $width pixels, $colorScheme,', (view) => {
  test.each(['en', 'de', 'ar'])('the pages of planning have no fault and fit, in %s', async (locale) => {
    await withPage(view, { locale }, async (page) => {
      for (const [name, path] of Object.entries(paths())) {
        const answer = await page.goto(`${service.baseUrl}${path}`);
        expect([name, answer?.status()]).toEqual([name, 200]);
        expect(await page.locator('html').getAttribute('lang')).toBe(locale);
        expect(await page.locator('h1').count()).toBe(1);
        await assertPage(page, `planning-${name}-${locale}`, view);
      }
    });
  });
});

test('a picture of a story is shown in its own ratio, and nothing moves once it has been loaded', async () => {
  await withPage(phone, {}, async (page) => {
    await page.goto(`${service.baseUrl}${paths().story}`);
    const picture = page.getByRole('img', { name: 'The pier.png' });
    expect(await picture.getAttribute('loading')).toBe('lazy');
    const before = await page.locator('.pictures').boundingBox();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        picture.evaluate((image: { naturalWidth: number; naturalHeight: number }) => [
          image.naturalWidth,
          image.naturalHeight,
        ]),
      )
      .toEqual([300, 80]);
    expect((await page.locator('.pictures').boundingBox())!.height).toBe(before!.height);
    expect(
      await picture.evaluate('getComputedStyle(document.querySelector(".pictures img")).objectFit'),
    ).toBe('contain');
  });
});

test('the fields of a story are folded on phones behind what is set, and all shown where they have a column', async () => {
  for (const [width, isFolded] of [
    [360, true],
    [1280, false],
  ] as const) {
    await withPage({ width, colorScheme: 'light' }, { javaScriptEnabled: false }, async (page) => {
      await page.goto(`${service.baseUrl}${paths().story}`);
      const summary = page.locator('.fold > summary');
      expect(await summary.isVisible()).toBe(isFolded);
      expect(await page.locator('#status').isVisible()).toBe(!isFolded);
      if (!isFolded) return;
      expect((await summary.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Backlog A member \d+ \w+$/);
      await summary.click();
      expect(await page.locator('#status').isVisible()).toBe(true);
    });
  }
});

test('the parts that a story lacks are a row of buttons, and a form that is opened has a row of its own', async () => {
  const bare = await storyApi(workspace, member.client).create({ teamId: team.id, title: 'Paint the pier' });
  await withPage({ width: 1280, colorScheme: 'light' }, { javaScriptEnabled: false }, async (page) => {
    await page.goto(`${service.baseUrl}/stories/${bare.id}`);
    const parts = ['Sub-stories', 'Related stories', 'Links', 'Files'];
    const tops = async () =>
      await Promise.all(
        parts.map(async (name) => (await page.getByRole('region', { name }).boundingBox())!.y),
      );
    expect(new Set(await tops()).size).toBe(1);
    await page.getByText('Add a link', { exact: true }).click();
    const links = (await page.getByRole('region', { name: 'Links' }).boundingBox())!;
    const activity = (await page.getByRole('region', { name: 'Activity' }).boundingBox())!;
    expect(links.width).toBe(activity.width);
    expect(new Set(await tops()).size).toBe(3);
  });
});

test('a comment is changed by its author by keyboard alone and without script', async () => {
  const url = `${service.baseUrl}/stories/${story.id}/comments/${commentId}`;
  // The check needs script itself.
  await withPage(phone, {}, async (page) => {
    await page.goto(url);
    await assertPage(page, 'planning-own-comment', phone);
  });
  await withPage(phone, { javaScriptEnabled: false }, async (page) => {
    await page.goto(url);
    expect(await page.locator(':focus').getAttribute('name')).toBe('content');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Nails are here, and screws.');
    await page.locator('.card button').focus();
    await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')]);
    await page.waitForLoadState();
    expect(await page.locator(':target').innerText()).toContain('Nails are here, and screws.');
  });
});

test('the choice of stories by assignee and label fits a phone, and is made without script', async () => {
  await withPage(phone, { javaScriptEnabled: false }, async (page) => {
    await page.goto(`${service.baseUrl}${paths().board}`);
    await page.locator('.filter > summary').click();
    const { x, width } = (await page.locator('.filter > .panel').boundingBox())!;
    expect([x >= 0, x + width <= phone.width]).toEqual([true, true]);
    await page.locator('#by-assignee').selectOption('none');
    await page.locator('.filter button').click();
    await page.waitForURL(/assignee=none/);
    expect((await page.locator('.filter > summary').innerText()).trim()).toBe('Filter 1');
    expect(await page.locator('.mini', { hasText: 'Mend the pier' }).count()).toBe(0);
  });
});

test('a reply that was refused is shown again, with the field in focus', async () => {
  const view = { width: 360, colorScheme: 'dark' as const };
  const { context, page } = await openWindow(browser, view, { javaScriptEnabled: false });
  await setSession(context, service.baseUrl, cookies);
  await page.goto(`${service.baseUrl}${paths().reply}`);
  await page.locator('#comment').fill('  ');
  await page.locator('form[action$="/comment"] button').click();
  expect(await page.locator('[role=alert]').innerText()).toContain('The text');
  expect(await page.locator(':focus').getAttribute('id')).toBe('comment');
  expect(await page.locator('[name=parentId]').getAttribute('value')).toBe(commentId);
  await context.close();
});

test('the pages of planning fit at 320 pixels, which is a desk at 400 %', async () => {
  await withPage({ width: 320, colorScheme: 'light' }, {}, async (page) => {
    for (const [name, path] of Object.entries(paths())) {
      await page.goto(`${service.baseUrl}${path}`);
      await assertPage(page, `planning-${name}`, { width: 320, colorScheme: 'light' });
    }
  });
});

test('a member comes from the board to a story, changes its status and comments, by keyboard alone and without script', async () => {
  await withPage(phone, { javaScriptEnabled: false }, async (page) => {
    const press = async (locator: string) => {
      await page.locator(locator).focus();
      await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')]);
      await page.waitForLoadState();
    };
    await page.goto(`${service.baseUrl}${paths().board}`);
    await press(`.board a[href="${paths().story}"]`);
    expect(new URL(page.url()).pathname).toBe(paths().story);
    await page.locator('.fold > summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('#status').focus();
    await page.keyboard.type('Done');
    await page.locator('#assignee').focus();
    await page.keyboard.type('Unassigned');
    await press('.choice button[formaction$="/save"]');
    expect(await page.locator('[role=status]').innerText()).toBe('Your changes are saved.');
    // The fields are folded again, behind what is set.
    const set = await page.locator('.fold > summary').innerText();
    expect(set.replaceAll(/\s+/g, ' ')).toMatch(/Done Unassigned/);
    await page.locator('#comment').focus();
    await page.keyboard.type('It is done.');
    await press('form[action$="/comment"] button');
    expect(new URL(page.url()).hash).toMatch(/^#comment-/);
    expect(await page.locator('.posts > li').last().innerText()).toContain('It is done.');
    await press('.pages a:has-text("Show older comments")');
    expect(await page.locator('.posts > li').first().innerText()).toContain('Nails are here');
    await press(`a[href*="reply=${commentId}"]`);
    await page.locator('#comment').focus();
    await page.keyboard.type('More are coming.');
    await press('form[action$="/comment"] button');
    expect(await page.locator(':target').innerText()).toContain('More are coming.');
  });
});

test('Tab takes a name that is offered, Ctrl and Enter send a comment, and Cancel leaves the texts of a story', async () => {
  await withPage(phone, {}, async (page) => {
    await page.goto(`${service.baseUrl}${paths().story}`);
    await page.locator('details.edit > summary').click();
    await page.locator('#title').fill('Another title');
    expect(await page.locator('.about > .prose').isVisible()).toBe(false);
    await page.locator('details.edit .cancel').click();
    expect(await page.locator('#title').inputValue()).toBe('Mend the pier');
    expect(await page.locator('.about > .prose').isVisible()).toBe(true);
    await page.locator('#comment').focus();
    await page.keyboard.type('Ask @A mem');
    await page.keyboard.press('Tab');
    expect(await page.locator('#comment').inputValue()).toBe('Ask @A member ');
    expect(await page.locator('#comment').evaluate('document.activeElement.id')).toBe('comment');
    await Promise.all([page.waitForURL(/done=comment/), page.keyboard.press('Control+Enter')]);
    expect(await page.locator('.posts > li').last().innerText()).toContain('Ask @A member');
  });
});
