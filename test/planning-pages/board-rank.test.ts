import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { dataOf, statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { signedIn, type Browser, type Shown } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** The stories of a lane stand as people have put them. */

const service = sharedService();
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let browser: Browser;
let stories: StoryApi;
let all: Record<'first' | 'second' | 'third', Story>;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  browser = await signedIn(service, workspace, member);
  stories = storyApi(workspace, member.client);
  const create = (title: string) => stories.create({ teamId: team.id, title });
  // The newest first.
  const third = await create('Third');
  const second = await create('Second');
  all = { third, second, first: await create('First') };
});

const board = () => `/teams/${team.id}`;
const titlesIn = ({ text }: Shown) =>
  [...text.matchAll(/<h[23]><a [^>]*><bdi>([^<]*)</g)].map(([, one]) => one);

/** The buttons of the menu of a story's card by their texts, on the page that has it open. */
async function rankButtons({ id }: Story): Promise<Record<string, string>> {
  const { text } = await browser.open(`${board()}?change=${id}`);
  const menu = /<details class="move"[^>]*open.*?<\/details>/s.exec(text)![0];
  return Object.fromEntries(
    [...menu.matchAll(/name="rank"\s+value="([^"]*)"[^>]*>\s*<bdi>([^<]*)</g)].map(([, value, name]) => [
      name,
      value,
    ]),
  );
}

const put = async ({ id }: Story, fields: Record<string, string>) =>
  await browser.submit(await browser.open(board()), `${board()}/stories/${id}`, fields);

test('the menu of a card moves it up, down and to the top, as far as there is anything to pass', async () => {
  const { first, second, third } = all;
  expect(titlesIn(await browser.open(board()))).toEqual(['First', 'Second', 'Third']);
  expect(await rankButtons(first)).toEqual({ 'Move down': `after ${second.id}` });
  expect(await rankButtons(second)).toEqual({
    'Move up': `before ${first.id}`,
    'Move down': `after ${third.id}`,
    'To the top': 'first',
  });
  const moved = await put(first, { rank: `after ${second.id}` });
  expect(moved.text).toContain('The story is moved.');
  expect(moved.url).toMatch(new RegExp(`#story-${first.id}$`));
  expect(titlesIn(moved)).toEqual(['Second', 'First', 'Third']);
  expect(titlesIn(await put(third, { rank: 'first' }))).toEqual(['Third', 'Second', 'First']);
  expect(titlesIn(await put(third, { rank: `after ${first.id}` }))).toEqual(['Second', 'First', 'Third']);
  expect(titlesIn(await browser.open(board()))).toEqual(['Second', 'First', 'Third']);
});

test('a story moves to a place of another lane at once, and is not moved next to one that is elsewhere', async () => {
  const { first, second, third } = all;
  const status = await statusOf(workspace, member.client, team, 'started');
  for (const [one, fields] of [
    [first, { status }],
    [second, { status, rank: `after ${first.id}` }],
    [third, { status, rank: `before ${second.id}` }],
  ] as const)
    await put(one, fields);
  expect(titlesIn(await browser.open(board()))).toEqual(['First', 'Third', 'Second']);
  const waiting = await stories.create({ teamId: team.id, title: 'Waiting' });
  for (const rank of [`before ${waiting.id}`, 'before', 'sideways', `before ${workspace.id}`]) {
    const refused = await put(first, { rank });
    expect([rank, refused.status]).toEqual([rank, 400]);
  }
  expect(titlesIn(await browser.open(board()))).toEqual(['Waiting', 'First', 'Third', 'Second']);
});

test('where another order is chosen, and among what is done, no card is moved', async () => {
  const { first, second } = all;
  const done = await statusOf(workspace, member.client, team, 'completed');
  const { text } = await browser.open(`${board()}?sort=-createdAt&change=${second.id}`);
  expect(text).not.toMatch(/name="rank"|data-ranked/);
  for (const one of [first, second]) await put(one, { status: done });
  expect(await rankButtons(first)).toEqual({});
  const board_ = await browser.open(board());
  expect(board_.text).toMatch(new RegExp(`data-status="${done}"\\s*>`));
});

test('in a lane with more stories than are read at once, those that were put first stand first', async () => {
  const own = await workspace.team();
  const person = await workspace.person('member', [own]);
  const window = await signedIn(service, workspace, person);
  const items = Array.from({ length: 60 }, (_, place) => ({
    idempotencyKey: newKey(),
    body: { teamId: own.id, title: `Knot ${place}` },
  }));
  for (const part of [items.slice(0, 30), items.slice(30)])
    await person.client.post(`${workspace.path}/bulk/stories`, { items: part });
  const path = `/teams/${own.id}`;
  const read = async () =>
    dataOf<Story[]>(
      await person.client.get(`${workspace.path}/stories?teamId=${own.id}&sort=sequenceId`),
      200,
    );
  await expect.poll(async () => (await read()).length).toBe(50);
  const [oldest, next] = await read();
  const [newest] = titlesIn(await window.open(path));
  const api = storyApi(workspace, person.client);
  await api.change(oldest!, { rank: 'first' });
  await api.change(next!, { rank: { after: oldest!.id } });
  await expect
    .poll(async () => titlesIn(await window.open(path)).slice(0, 3))
    .toEqual([oldest!.title, next!.title, newest]);
  expect(titlesIn(await window.open(path))).toHaveLength(30);
});
