import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { dataOf, statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let other: Person;
let browser: Browser;
let stories: StoryApi;
let labelId: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  [member, other] = [await workspace.person('member', [team]), await workspace.person('admin', [team])];
  browser = await signedIn(service, workspace, member);
  stories = storyApi(workspace, member.client);
  const label = { name: 'Rigging', color: '#112233', teamId: team.id };
  labelId = dataOf<{ id: string }>(await member.client.post(`${workspace.path}/labels`, label), 201).id;
  await stories.create({ teamId: team.id, title: 'Own rope', assigneeId: member.id, labels: [labelId] });
  await stories.create({ teamId: team.id, title: 'Other rope', assigneeId: other.id, labels: [labelId] });
  await stories.create({ teamId: team.id, title: 'Other sail', assigneeId: other.id });
  await stories.create({ teamId: team.id, title: 'No one’s anchor' });
});

const board = (query: Record<string, string>) => `/teams/${team.id}?${new URLSearchParams(query).toString()}`;
const titlesIn = (text: string) =>
  [...text.matchAll(/<h[23]><a [^>]*><bdi>([^<]*)</g)].map(([, title]) => title).toSorted();

test('a board shows the stories of a person, of no one and of a label', async () => {
  const titlesOf = async (query: Record<string, string>) => titlesIn((await browser.open(board(query))).text);
  // Indexes follow writes.
  await expect.poll(() => titlesOf({ label: labelId })).toEqual(['Other rope', 'Own rope']);
  await expect.poll(() => titlesOf({ assignee: other.id })).toEqual(['Other rope', 'Other sail']);
  expect(await titlesOf({ assignee: 'none' })).toEqual(['No one’s anchor']);
  expect(await titlesOf({ assignee: other.id, label: labelId })).toEqual(['Other rope']);
  expect(await titlesOf({ mine: 'yes', label: labelId })).toEqual(['Own rope']);
  // As a form with nothing chosen sends it.
  expect(await titlesOf({ assignee: '', label: '' })).toHaveLength(4);
  for (const wrong of [{ assignee: 'x' }, { label: 'x' }, { label: 'none' }]) {
    expect((await browser.open(board(wrong))).status).toBe(404);
  }
  const nothing = await browser.open(board({ assignee: workspace.id }));
  expect([nothing.status, titlesIn(nothing.text)]).toEqual([200, []]);
  expect(nothing.text).not.toContain('No stories yet');
});

test('what is chosen is said, kept by links, and left again', async () => {
  const { text } = await browser.open(board({ assignee: other.id, label: labelId }));
  const filter = /<details class="menu filter"[^>]*>.*?<\/details>/s.exec(text)![0];
  expect(filter.replaceAll(/<[^>]*>/g, '')).toMatch(/Filter\s+2/);
  expect(filter).toMatch(new RegExp(`<option value="${other.id}"\\s+selected`));
  expect(filter).toMatch(new RegExp(`<option value="${labelId}"\\s+selected`));
  expect(filter).toMatch(new RegExp(`href="/teams/${team.id}/filter"\\s*>Clear<`));
  const status = await statusOf(workspace, member.client, team, 'backlog');
  const list = await browser.open(board({ assignee: other.id, status }));
  expect(list.text).toContain(`<input type="hidden" name="status" value="${status}" />`);
  const mine = new URLSearchParams({ label: labelId, mine: 'yes' }).toString().replaceAll('&', '&#38;');
  expect(text).toContain(`href="/teams/${team.id}/filter?${mine}"`);
});

test('what is chosen in the filter is kept for the next visit, until it is cleared', async () => {
  const filter = `/teams/${team.id}/filter`;
  const window = await signedIn(service, workspace, other);
  // As the form sends it.
  const chosen = { assignee: other.id, label: labelId, sort: '' };
  const shown = await window.open(`${filter}?${new URLSearchParams(chosen).toString()}`);
  expect(shown.url).toContain(board({ assignee: other.id, label: labelId }));
  expect(shown.setCookies).toEqual([
    expect.stringContaining(`; Path=/teams/${team.id}; Max-Age=31536000; Secure`),
  ]);
  const titlesOf = async (query: Record<string, string>) => titlesIn((await window.open(board(query))).text);
  await expect.poll(() => titlesOf({})).toEqual(['Other rope']);
  expect(await titlesOf({ assignee: 'none' })).toEqual(['No one’s anchor']);
  expect(await titlesOf({ assignee: '' })).toHaveLength(4);
  const { text } = await window.open(board({}));
  expect(text.replaceAll(/<[^>]*>/g, '')).toMatch(/Filter\s+2/);
  const [, clear] = /href="([^"]*)"\s*>Clear</.exec(text)!;
  await window.open(clear!);
  expect(window.cookies.has('__Secure-board')).toBe(false);
  expect(await titlesOf({})).toHaveLength(4);
  expect((await window.open(`${filter}?label=x`)).status).toBe(404);
  window.cookies.set('__Secure-board', 'label=x');
  expect(await titlesOf({})).toHaveLength(4);
});

test('a story that is moved leads back to the same stories', async () => {
  const [story] = await Promise.all([
    stories.create({ teamId: team.id, assigneeId: other.id, labels: [labelId] }),
  ]);
  const query = { assignee: other.id, label: labelId };
  await expect.poll(async () => (await browser.open(board(query))).text).toContain(`/stories/${story.id}`);
  const status = await statusOf(workspace, member.client, team, 'started');
  const page = await browser.open(board(query));
  const moved = await browser.submit(page, `/teams/${team.id}/stories/${story.id}`, { status });
  const { searchParams } = new URL(moved.url);
  expect([searchParams.get('assignee'), searchParams.get('label')]).toEqual([other.id, labelId]);
});

test('a board is searched by words and filters, and sorted', async () => {
  const urgent = await stories.create({ teamId: team.id, title: 'Mend a tarred rope', priority: 'urgent' });
  const textOf = async (query: Record<string, string>) => (await browser.open(board(query))).text;
  await expect.poll(async () => titlesIn(await textOf({ q: 'tarred' }))).toEqual(['Mend a tarred rope']);
  expect(titlesIn(await textOf({ q: 'priority:urgent ROPE' }))).toEqual(['Mend a tarred rope']);
  expect(titlesIn(await textOf({ q: 'sail', label: labelId }))).toEqual([]);
  const sorted = await textOf({ sort: '-priority' });
  expect(/href="\/stories\/([^"]+)"/.exec(sorted)?.[1]).toBe(urgent.id);
  expect(sorted).toMatch(/<option value="-priority"\s+selected/);
  expect((await browser.open(board({ sort: 'title' }))).status).toBe(404);
  const wrong = await browser.open(board({ q: 'label:nope' }));
  expect([wrong.status, titlesIn(wrong.text).length > 4]).toEqual([200, true]);
  expect(wrong.text).toMatch(
    /role="alert"[^>]*>\s*The search has the unknown label &#34;nope&#34;; there [^<]*[^.]\.\s*</,
  );
  expect(wrong.text).toMatch(/<input\s+id="search"[^>]*value="label:nope"/s);
});

test('a story that is moved is shown in its column, also behind many newer ones', async () => {
  const mine = await workspace.team();
  const person = await workspace.person('member', [mine]);
  const window = await signedIn(service, workspace, person);
  const own = storyApi(workspace, person.client);
  const old = await own.create({ teamId: mine.id, title: 'The oldest' });
  const done = await statusOf(workspace, person.client, mine, 'completed');
  for (let number = 0; number < 11; number++) await own.create({ teamId: mine.id, statusId: done });
  const path = `/teams/${mine.id}`;
  const moved = await window.submit(await window.open(path), `${path}/stories/${old.id}`, { status: done });
  const lane = new RegExp(`data-status="${done}".*?</section>`, 's').exec(moved.text)![0];
  expect(lane).toContain('The oldest');
  expect(lane).toContain('The story is moved.');
});
