import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { storyApi, statusOf, type StoryApi } from '../stories/story-api.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { sharedService } from '../support/service.ts';
import { setSession } from '../support/set-session.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { assertPage, openWindow } from './page-checks.ts';

/** Forms of planning pages change the page where it stands. */

const service = sharedService();
const desk = { width: 1280, colorScheme: 'light' } as const;
let browser: Browser;
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let stories: StoryApi;

beforeAll(async () => {
  browser = await startChromium();
  workspace = await newWorkspace();
  team = await workspace.team({ name: 'Harbour' });
  member = await workspace.person('member', [team]);
  stories = storyApi(workspace, member.client);
});
afterAll(() => browser.close());

/** Acts on a page that is loaded once: it has a mark that a new page would not have. */
async function withPage(path: string, act: (page: Page) => Promise<void>): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, desk);
  await setSession(context, service.baseUrl, (await signedIn(service, workspace, member)).cookies);
  await page.goto(`${service.baseUrl}${path}`);
  await page.evaluate('window.isSame = true');
  await act(page);
  expect(await page.evaluate('window.isSame')).toBe(true);
  expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  await context.close();
}

const said = (page: Page) => page.locator('body > [role=status]');
const at = (story: Story) => `/stories/${story.id}`;
const board = () => `/teams/${team.id}`;
const storyOf = async (story: Story): Promise<Story> =>
  (await member.client.get(`${workspace.path}${at(story)}`)).json.data;

test('a comment is sent where it stands: other words, opened folds and the place stay', async () => {
  const story = await stories.create({ teamId: team.id, title: 'Mend the pier' });
  await withPage(at(story), async (page) => {
    await page.getByText('Add a sub-story').click();
    await page.fill('#sub-story', 'Not sent yet');
    await page.fill('#comment', 'The first word.');
    const top = () => page.evaluate<number>('scrollY');
    await page.locator('form[action$="/comment"] button').scrollIntoViewIfNeeded();
    await page.locator('form[action$="/comment"] button').click();
    await page.locator('.posts', { hasText: 'The first word.' }).waitFor();
    expect(await page.inputValue('#comment')).toBe('');
    expect(await page.inputValue('#sub-story')).toBe('Not sent yet');
    expect(await page.locator('#sub-story').isVisible()).toBe(true);
    expect(await said(page).innerText()).toBe('Your comment is posted.');
    expect(await top()).toBeGreaterThan(0);
    await assertPage(page, 'in-place-story', desk);
  });
});

test('what is refused is said in place, with what was typed, and the words of other forms stay', async () => {
  const story = await stories.create({ teamId: team.id, title: 'Tar the hull' });
  await withPage(at(story), async (page) => {
    await page.fill('#comment', 'Half a sentence');
    await page.getByText('Add a link').click();
    await page.fill('[name=url]', 'not an address');
    await page.locator('form[action$="/link"] button').click();
    await page.locator('[aria-invalid=true]').waitFor();
    expect(await page.locator(':focus').getAttribute('name')).toBe('url');
    expect(await page.inputValue('[name=url]')).toBe('not an address');
    expect(await page.inputValue('#comment')).toBe('Half a sentence');
    await page.fill('[name=url]', 'https://git.example/hull');
    await page.keyboard.press('Enter');
    await page.locator('a[href="https://git.example/hull"]').waitFor();
    expect(await page.inputValue('#comment')).toBe('Half a sentence');
  });
});

test('a story that changed elsewhere is refused as before, and saved once that has been seen', async () => {
  const story = await stories.create({ teamId: team.id, title: 'Weigh the anchor' });
  await withPage(at(story), async (page) => {
    await page.locator('details.edit > summary').click();
    await page.fill('#title', 'Mine');
    await stories.change(story, { title: 'Theirs' });
    await page.locator('details.edit button').click();
    await page.locator('.notice.bad').waitFor();
    expect(await page.locator('#title-problem').innerText()).toContain('Theirs');
    expect(await page.inputValue('#title')).toBe('Mine');
    await page.locator('details.edit button').click();
    await page.locator('h1', { hasText: 'Mine' }).waitFor();
    expect((await storyOf(story)).title).toBe('Mine');
  });
});

test('a card moves at once, and goes back if that was not possible', async () => {
  const story = await stories.create({ teamId: team.id, title: 'Paint the buoy' });
  const done = await statusOf(workspace, member.client, team, 'completed');
  await withPage(board(), async (page) => {
    const card = page.locator(`#story-${story.id}`);
    const lane = page.locator(`[data-status="${done}"]`);
    const place = () => page.locator(`.lane:has(#story-${story.id})`).getAttribute('data-status');
    const opener = card.locator('a.move:visible, .move > summary').first();
    await page.route('**/stories/*', (route) => route.abort());
    await opener.click();
    await card.locator(`button[value="${done}"]`).click();
    await card.locator('.lost').waitFor();
    expect(await card.locator('.lost').innerText()).toContain('No connection.');
    expect(await place()).toBe(story.statusId);
    await page.unroute('**/stories/*');
    let answered = false;
    await page.route('**/stories/*', async (route) => {
      await expect.poll(place).toBe(done);
      answered = true;
      await route.continue();
    });
    await opener.click();
    await card.locator(`button[value="${done}"]`).dblclick();
    await expect.poll(() => said(page).innerText()).toContain('moved');
    expect([answered, await place(), await lane.locator('.lost').count()]).toEqual([true, done, 0]);
    expect((await storyOf(story)).statusId).toBe(done);
  });
});

test('a form that is sent twice makes one thing, and one without a connection keeps its words', async () => {
  await withPage(board(), async (page) => {
    await page.locator('.new > summary').click();
    await page.fill('#new-title', 'Only once');
    await page.route('**/stories', (route) => route.abort());
    await page.getByRole('button', { name: 'Create', exact: false }).click();
    await page.locator('.new .lost').waitFor();
    expect(await page.inputValue('#new-title')).toBe('Only once');
    await page.unroute('**/stories');
    await page.getByRole('button', { name: 'Create', exact: false }).dblclick();
    await page.locator('.mini', { hasText: 'Only once' }).waitFor();
    expect(await page.locator('.lost').count()).toBe(0);
    expect(await page.locator('#new-title').isVisible()).toBe(false);
    await page.reload();
    expect(await page.locator('.mini', { hasText: 'Only once' }).count()).toBe(1);
    await page.evaluate('window.isSame = true');
    await assertPage(page, 'in-place-board', desk);
  });
});

test('a notification that is marked as read leaves the inbox, and the keyboard goes to the next', async () => {
  const colleague = await workspace.person('member', [team]);
  const given = storyApi(workspace, colleague.client);
  for (const title of ['First', 'Second', 'Third'])
    await given.create({ teamId: team.id, title, assigneeId: member.id });
  const rows = (page: Page) => page.locator('.news-row');
  const inbox = `/inbox/${workspace.id}`;
  const look = await signedIn(service, workspace, member);
  await expect.poll(async () => (await look.open(inbox)).text.match(/news-row/g)?.length).toBe(3);
  await withPage(inbox, async (page) => {
    await rows(page).nth(1).locator('button').press('Enter');
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await rows(page).allInnerTexts()).toEqual([
      expect.stringContaining('Third'),
      expect.stringContaining('First'),
    ]);
    expect(await page.locator(':focus').innerText()).toBe('Mark as read');
  });
});
