import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { dataOf, statusOf, storyApi } from '../stories/story-api.ts';
import { newAccount, signedIn, type Browser, type Shown } from '../support/browser.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let browser: Browser;
let board: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  browser = await signedIn(service, workspace, member);
  board = `/teams/${team.id}`;
});

/** Sends a form of a page once the session has ended, and signs in again. */
async function sendSignedOut(page: Shown, action: string, fields: Record<string, string>) {
  browser.cookies.delete('__Host-session');
  const asked = await browser.submit(page, action, fields);
  const shown = await browser.submit(asked, '/sign-in', await newAccount(workspace, member));
  return { asked, shown };
}

test('a new story that is kept is shown with a word about it until it is discarded', async () => {
  const page = await browser.open(board);
  const { asked } = await sendSignedOut(page, `${board}/stories`, { title: 'A kept one' });
  expect(asked.text).toContain('Sign in to continue. What you wrote is kept.');
  for (let visit = 1; visit <= 2; visit++) {
    const { text } = await browser.open(board);
    expect(text).toContain('value="A kept one"');
    expect(text).toContain('what you changed is not saved yet');
  }
  const kept = await browser.open(board);
  await browser.submit(kept, `${board}/stories`, { discard: 'yes' });
  const { text } = await browser.open(board);
  expect(text).not.toMatch(/A kept one|not saved yet|name="discard"/);
});

test('a new story gets an objective and several labels, which are kept through a sign-in', async () => {
  const objective = await planningApi(workspace, member.client).objective(team, { name: 'A pier' });
  const labels = await Promise.all(
    ['Wood', 'Steel'].map(async (name) => {
      const body = { name, color: '#112233', teamId: team.id };
      return dataOf<{ id: string }>(await member.client.post(`${workspace.path}/labels`, body), 201).id;
    }),
  );
  const ticked = Object.fromEntries(labels.map((id) => [`labels:${id}`, 'on']));
  const typed = { title: 'A plank', objective: objective.id, ...ticked };
  const { shown } = await sendSignedOut(await browser.open(board), `${board}/stories`, typed);
  for (const id of labels) expect(shown.text).toMatch(new RegExp(`name="labels:${id}"[^>]*checked`));
  expect(shown.text).toMatch(new RegExp(`<option value="${objective.id}"\\s+selected`));
  const created = await browser.submit(shown, `${board}/stories`, { objective: objective.id, ...ticked });
  const id = new URL(created.url).searchParams.get('story')!;
  const story = await storyApi(workspace, member.client).read(id);
  expect([story.objectiveId, new Set(story.labels)]).toEqual([objective.id, new Set(labels)]);
});

test('a move that was not made leads back to the board where it was asked for', async () => {
  const story = await storyApi(workspace, member.client).create({ teamId: team.id });
  const status = await statusOf(workspace, member.client, team, 'completed');
  const page = await browser.open(board);
  const { shown } = await sendSignedOut(page, `${board}/stories/${story.id}`, { status });
  expect(new URL(shown.url).pathname).toBe(board);
  expect((await storyApi(workspace, member.client).read(story.id)).statusId).toBe(story.statusId);
});

test('a key result that is kept through a sign-in is shown in its form until it is added', async () => {
  const { id } = await planningApi(workspace, member.client).objective(team);
  const path = `/objectives/${id}`;
  const typed = { resultName: 'Waves', kind: 'percentage', target: '80' };
  const { shown } = await sendSignedOut(await browser.open(path), `${path}/key-results`, typed);
  expect(shown.text).toMatch(/id="result-name"[^>]*value="Waves"/);
  expect(shown.text).toMatch(/<option value="percentage" selected/);
  expect(shown.text).toMatch(/id="target"[^>]*value="80"/);
  await browser.submit(shown, `${path}/key-results`, typed);
  expect((await browser.open(path)).text).not.toMatch(/id="result-name"[^>]*value="Waves"/);
});

test.each([
  ['an objective', { name: 'A dam' }],
  ['a new objective', { name: 'A sluice' }],
  ['a new sprint', { name: 'A week of dams' }],
])('what is kept of %s through a sign-in can be discarded', async (what, typed) => {
  const list = `${board}/${what.endsWith('sprint') ? 'sprints' : 'objectives'}`;
  const { id } = await planningApi(workspace, member.client).objective(team);
  const path = what.startsWith('a new') ? list : `/objectives/${id}`;
  const { shown } = await sendSignedOut(await browser.open(path), path, typed);
  expect(shown.text).toContain(`value="${typed.name}"`);
  const kept = await browser.open(path);
  expect(kept.text).toContain('what you changed is not saved yet');
  const [, form] = /(<form[^>]*>(?:(?!<\/form>)[^])*name="discard"[^]*?<\/form>)/.exec(kept.text)!;
  const discarded = await browser.submit({ ...kept, text: form! }, path);
  expect(new URL(discarded.url).pathname).toBe(path);
  expect(discarded.text).not.toMatch(/not saved yet|name="discard"|A dam|A sluice|A week of dams/);
});

test('a comment on a story that is deleted meanwhile can be copied', async () => {
  browser = await signedIn(service, workspace, member);
  const api = storyApi(workspace, member.client);
  const story = await api.create({ teamId: team.id, description: 'Of the story' });
  const path = `/stories/${story.id}`;
  const page = await browser.open(path);
  await api.delete(story.id);
  const refused = await browser.submit(page, `${path}/comment`, { content: 'My long thoughts' });
  expect(refused.status).toBe(404);
  expect(refused.text).toMatch(/<textarea[^>]*readonly[^>]*>My long thoughts<\/textarea>/);
});
