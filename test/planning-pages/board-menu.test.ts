import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { dataOf, statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { signedIn, type Browser, type Shown } from '../support/browser.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let browser: Browser;
let stories: StoryApi;
let done: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  browser = await signedIn(service, workspace, admin);
  stories = storyApi(workspace, admin.client);
  done = await statusOf(workspace, admin.client, team, 'completed');
});

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const storyNow = async (id: string) =>
  dataOf<Story>(await admin.client.get(`${workspace.path}/stories/${id}`), 200);

/** Opens a story's menu, as a link does where no script does it, and presses its button that has this name and text. */
async function press(from: Shown, { id }: Story, field: string, text: string): Promise<Shown> {
  const link = new RegExp(`<a\\s+class="move"\\s+href="([^"]*change=${id}[^"]*)#story-${id}"`).exec(
    from.text,
  );
  expect(link, `menu of ${id}`).not.toBeNull();
  const page = await browser.open(new URL(link![1]!.replaceAll('&#38;', '&'), from.url).href);
  const action = `/teams/${team.id}/stories/${id}`;
  const button = new RegExp(
    `<button[^>]*formaction="${action}"\\s+name="${field}"\\s+value="([^"]*)"[^>]*>\\s*<bdi>${text}<`,
    's',
  ).exec(page.text);
  expect(button, `${field} ${text}`).not.toBeNull();
  const [, form] = /<form[^>]*id="card-form"[^>]*>(.*?)<\/form>/s.exec(page.text)!;
  const hidden = [...form!.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!,
  ]);
  return await browser.request('POST', action, { ...Object.fromEntries(hidden), [field]: button![1]! });
}

test('the menu of a card changes assignee, priority, estimate and sprint', async () => {
  const sprint = await planningApi(workspace, admin.client).sprint(team, {
    name: 'Now',
    startDate: daysAgo(2),
    endDate: daysAgo(-5),
  });
  const story = await stories.create({ teamId: team.id, title: 'Mend a rope' });
  let page = await browser.open(`/teams/${team.id}`);
  for (const [field, text] of [
    ['assignee', 'Assign to me'],
    ['priority', 'High'],
    ['estimate', '5'],
    ['sprint', 'Now'],
  ] as const) {
    page = await press(page, story, field, text);
    expect(page.text).toContain('Your changes are saved.');
  }
  expect(await storyNow(story.id)).toMatchObject({
    assigneeId: admin.id,
    priority: 'high',
    estimateValue: 5,
    sprintId: sprint.id,
    statusId: story.statusId,
  });
  for (const [field, text] of [
    ['assignee', 'Unassign me'],
    ['sprint', 'None'],
  ] as const) {
    page = await press(page, story, field, text);
  }
  expect(await storyNow(story.id)).toMatchObject({ assigneeId: null, sprintId: null, priority: 'high' });
});

test('what is done stands by its completion, with its day, and can be moved in its list too', async () => {
  const add = (title: string, days: number) =>
    stories.create({
      teamId: team.id,
      title,
      statusId: done,
      imported: { createdAt: daysAgo(90), completedAt: daysAgo(days) },
    });
  await add('Lately', 1);
  await add('Before', 5);
  const last = await add('Long ago', 60);
  const path = `/teams/${team.id}?status=${done}`;
  for (const address of [`/teams/${team.id}`, path]) {
    const titles = async () =>
      [...(await browser.open(address)).text.matchAll(/<bdi>(Lately|Before|Long ago)</g)].map(
        ([, name]) => name,
      );
    await expect.poll(titles).toEqual(['Lately', 'Before', 'Long ago']);
  }
  const page = await browser.open(path);
  expect(page.text).toMatch(/<title>Done<\/title>.*?<time[^>]*data-short/s);
  const moved = await press(page, last, 'status', 'Backlog');
  const { searchParams } = new URL(moved.url);
  expect(searchParams.get('status')).toBe(done);
  expect(moved.text).toMatch(
    new RegExp(`The story is moved\\. <a href="/stories/${last.id}">${last.reference} <bdi>Long ago`),
  );
});

test('one’s own stories leave out what was done long ago, and lead to it', async () => {
  const own = { teamId: team.id, statusId: done, assigneeId: admin.id };
  await stories.create({
    ...own,
    title: 'Own lately',
    imported: { createdAt: daysAgo(90), completedAt: daysAgo(2) },
  });
  await stories.create({
    ...own,
    title: 'Own ages ago',
    imported: { createdAt: daysAgo(90), completedAt: daysAgo(40) },
  });
  const mine = `/teams/${team.id}?mine=yes`;
  const textOf = async (path: string) => (await browser.open(path)).text;
  await expect.poll(() => textOf(mine)).toContain('Own lately');
  expect(await textOf(mine)).not.toContain('Own ages ago');
  expect(await textOf(mine)).toMatch(/Of the last 30 days\.[\s\S]*Older ones in Done/);
  expect(await textOf(`${mine}&status=${done}`)).toContain('Own ages ago');
});

test('a board of 20 cards takes at most 35 KB, and has the buttons of one menu', async () => {
  const many = await workspace.team();
  const person = await workspace.person('member', [many]);
  const own = await signedIn(service, workspace, person);
  const [started, waiting] = [
    await statusOf(workspace, person.client, many, 'started'),
    await statusOf(workspace, person.client, many, 'unstarted'),
  ];
  for (let number = 0; number < 20; number++)
    await storyApi(workspace, person.client).create({
      teamId: many.id,
      title: `Caulk the seam between planks ${number} and ${number + 1}`,
      statusId: number % 2 ? started : waiting,
      assigneeId: person.id,
      priority: 'high',
      estimateValue: 3,
      endDate: daysAgo(-5),
    });
  const cards = async () => (await own.open(`/teams/${many.id}`)).text;
  await expect.poll(async () => (await cards()).match(/class="card mini"/g)?.length).toBe(20);
  const text = await cards();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(35_000);
  expect(text.match(/<button/g)!.length).toBeLessThan(50);
});
