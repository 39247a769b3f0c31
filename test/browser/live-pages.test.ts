import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { storyApi, statusOf } from '../stories/story-api.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { sharedService } from '../support/service.ts';
import { setSession } from '../support/set-session.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { openWindow } from './page-checks.ts';

/** Pages of planning show what others change while they are looked at. */

const service = sharedService();
let browser: Browser;
let workspace: TestWorkspace;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  browser = await startChromium();
  workspace = await newWorkspace();
});
afterAll(() => browser.close());

async function open(person: Person, path: string): Promise<Page> {
  const { context, page } = await openWindow(browser, { width: 1280, colorScheme: 'light' });
  contexts.push(context);
  await setSession(context, service.baseUrl, (await signedIn(service, workspace, person)).cookies);
  await page.goto(`${service.baseUrl}${path}`);
  return page;
}

/** As long as a change elsewhere may take to be shown, on a machine that does much else. */
const SHOWN = { timeout: PATIENCE_MS, interval: 250 };

/** Numbers that are the same with each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

test('a board shows a story that was made elsewhere, and asks nothing while it is hidden', async () => {
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const api = storyApi(workspace, member.client);
  const page = await open(member, `/teams/${team.id}`);
  // Of the same session: another sign-in would end it.
  const inbox = await page.context().newPage();
  await inbox.goto(`${service.baseUrl}/inbox/${workspace.id}`);
  await page.locator('.new > summary').click();
  await page.fill('#new-title', 'Being written');
  const colleague = await workspace.person('member', [team]);
  await storyApi(workspace, colleague.client).create({
    teamId: team.id,
    title: 'Mend it',
    assigneeId: member.id,
  });
  await page.locator('.mini', { hasText: 'Mend it' }).waitFor(SHOWN);
  await inbox.locator('.news-row', { hasText: 'Mend it' }).waitFor(SHOWN);
  expect(await page.inputValue('#new-title')).toBe('Being written');
  expect(await page.locator(':focus').getAttribute('id')).toBe('new-title');

  const setHidden = (isHidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} });
      document.dispatchEvent(new Event('visibilitychange'))`);
  await setHidden(true);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await api.create({ teamId: team.id, title: 'Made meanwhile' });
  await page.waitForTimeout(7_000);
  expect(asked).toEqual([]);
  await setHidden(false);
  await page.locator('.mini', { hasText: 'Made meanwhile' }).waitFor(SHOWN);
});

test('a story with an unsent comment shows what others do with it, and keeps every word', async () => {
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const api = storyApi(workspace, member.client);
  const story = await api.create({ teamId: team.id, title: 'Tar the hull' });
  const done = await statusOf(workspace, member.client, team, 'completed');
  const page = await open(member, `/stories/${story.id}`);
  await page.fill('#comment', 'Half a sen');
  await page.selectOption('#priority', 'high');
  const now = await api.change(story, { statusId: done, title: 'Tar the whole hull' });
  await page.locator('h1', { hasText: 'Tar the whole hull' }).waitFor(SHOWN);
  expect(await page.inputValue('#status')).toBe(done);
  expect(await page.inputValue('#priority')).toBe('high');
  await page.locator('#comment').press('End');
  await page.keyboard.type('tence.');
  expect(await page.inputValue('#comment')).toBe('Half a sentence.');
  // What was changed here is saved, and nothing that was changed there is set back.
  await page.locator('.choice button').click();
  await page.locator('body > [role=status]', { hasText: 'Your changes are saved.' }).waitFor();
  const { json } = await member.client.get(`${workspace.path}/stories/${story.id}`);
  expect(json.data).toMatchObject({ title: now.title, statusId: done, priority: 'high' });
  expect(await page.inputValue('#comment')).toBe('Half a sentence.');
});

test('two who change one board with a program all end with what a new page shows, and lose no word', async () => {
  const team: Team = await workspace.team();
  const people = [await workspace.person('member', [team]), await workspace.person('member', [team])];
  const client = await workspace.person('member', [team]);
  const api = storyApi(workspace, client.client);
  const statuses = await Promise.all(
    (['backlog', 'started', 'completed'] as const).map((one) =>
      statusOf(workspace, client.client, team, one),
    ),
  );
  const stories: Story[] = [];
  for (let number = 1; number <= 6; number++)
    stories.push(
      await api.create({ teamId: team.id, title: `Story ${number}`, statusId: statuses[number % 3] }),
    );
  const path = `/teams/${team.id}`;
  const pages = [await open(people[0]!, path), await open(people[1]!, path)];
  const words = ['', ''];
  for (const page of pages) await page.locator('.new > summary').click();
  const next = numbers(7);
  for (let step = 0; step < 24; step++) {
    const at = next(2);
    const page = pages[at]!;
    const { id } = stories[next(stories.length)]!;
    const statusId = statuses[next(3)]!;
    const act = next(4);
    if (act === 0) {
      const { json } = await client.client.get(`${workspace.path}/stories/${id}`);
      await api.change(json.data, { statusId });
    } else if (act === 1) {
      await api.create({ teamId: team.id, title: `Made in step ${step}`, statusId });
    } else if (act === 2) {
      await page.locator('#new-title').press('End');
      await page.keyboard.type(`${step} `);
      words[at] += `${step} `;
    } else {
      // As dragging does, also while an earlier answer is on its way.
      await page
        .locator(`#story-${id} button[value="${statusId}"]`)
        .evaluateAll((all: { click(): void }[]) => all[0]?.click());
    }
    await page.waitForTimeout(next(1_500));
  }
  const shown = async (page: Page) => (await page.locator('.board').innerText()).replaceAll(/\s+/g, ' ');
  await expect
    .poll(async () => {
      const fresh = await shown(await open(client, path));
      const all = await Promise.all(pages.map(shown));
      await contexts.at(-1)!.close();
      return all.map((one) => (one === fresh ? 'the same' : `${one}\ninstead of\n${fresh}`));
    }, SHOWN)
    .toEqual(['the same', 'the same']);
  expect(await Promise.all(pages.map((page) => page.inputValue('#new-title')))).toEqual(words);
});
