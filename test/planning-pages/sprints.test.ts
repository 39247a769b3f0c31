import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { dataOf, statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { newAccount, signedIn, type Browser } from '../support/browser.ts';
import { planningApi, type PlanningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let browser: Browser;
let plan: PlanningApi;
let stories: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team({ name: 'Harbour' });
  member = await workspace.person('member', [team]);
  browser = await signedIn(service, workspace, member);
  plan = planningApi(workspace, member.client);
  stories = storyApi(workspace, member.client);
});

const DAY_MS = 24 * 60 * 60 * 1000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const span = (from: number, to: number) => ({
  startDate: `${dayFromNow(from)}T00:00:00.000Z`,
  endDate: `${dayFromNow(to)}T00:00:00.000Z`,
});
const storyNow = async (id: string) =>
  dataOf<Story>(await member.client.get(`${workspace.path}/stories/${id}`), 200);

test('the sprints of a team are listed by when they are, with what is done, in pages', async () => {
  const own = await workspace.team();
  const person = await workspace.person('member', [own]);
  const window = await signedIn(service, workspace, person);
  const api = planningApi(workspace, person.client);
  const path = `/teams/${own.id}/sprints`;
  const empty = await window.open(path);
  expect(empty.text).toContain('No sprints yet');
  expect(empty.text).toMatch(new RegExp(`<a href="${path}"\\s+aria-current="page"`));
  for (let number = 0; number < 20; number++)
    await api.sprint(own, { name: `Old ${number}`, ...span(-30, -20) });
  const running = await api.sprint(own, { name: 'Now', goal: 'A pier', ...span(-2, 5) });
  await api.sprint(own, { name: 'Soon', ...span(8, 12) });
  const work = storyApi(workspace, person.client);
  const statusId = await statusOf(workspace, person.client, own, 'completed');
  const add = (fields: object) => work.create({ teamId: own.id, sprintId: running.id, ...fields });
  await add({ estimateValue: 3 });
  await add({ estimateValue: 5, statusId });
  const textNow = async () => (await window.open(path)).text;
  await expect.poll(textNow).toContain('1 of 2 done');
  const text = await textNow();
  const places = ['Running', '>Now<', 'Coming', '>Soon<', 'Past', '>Old '].map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect([text.includes('A pier'), text.includes('5 of 8 points')]).toEqual([true, true]);
  const [, older] = /class="button quiet"\s+href="([^"]*cursor=[^"]*)"/.exec(text)!;
  const rest = await window.open(older!);
  expect([...(text + rest.text).matchAll(/>Old \d+</g)]).toHaveLength(20);
  expect((await window.open(`/teams/${own.id}`)).text).toContain(`href="${path}"`);
});

test('a member creates a sprint, changes it and deletes it', async () => {
  const list = `/teams/${team.id}/sprints`;
  const page = await browser.open(list);
  const fields = { name: 'Before the ice', startDate: dayFromNow(1), due: dayFromNow(9), goal: 'Nails' };
  const refused = await browser.submit(page, list, { ...fields, due: dayFromNow(0) });
  expect([refused.status, refused.text.includes('The last day must be on or after the first day.')]).toEqual([
    400,
    true,
  ]);
  expect(refused.text).toMatch(/name="name"[^>]*value="Before the ice"/s);
  const created = await browser.submit(page, list, fields);
  expect(created.text).toContain('The sprint is created.');
  expect(created.text).toContain('No stories yet');
  expect(created.text).not.toContain('0 of 0 done');
  const path = new URL(created.url).pathname;
  const sent = { name: 'After the ice', goal: '' };
  const saved = await browser.submit(await browser.open(path), path, sent);
  expect(saved.text).toMatch(
    /<h1[^>]*>After the ice<[\s\S]*Your changes are saved\.|Your changes are saved\./,
  );
  expect(saved.text).not.toContain('<p dir="auto">Nails');
  expect(saved.text).toMatch(new RegExp(`name="due"[^>]*value="${fields.due}"`, 's'));
  const gone = await browser.submit(saved, `${path}/delete`);
  expect([gone.text.includes('The sprint is deleted.'), gone.text.includes('After the ice')]).toEqual([
    true,
    false,
  ]);
  expect((await browser.open(path)).status).toBe(404);
});

test('what was typed for a sprint is kept through a sign-in', async () => {
  const list = `/teams/${team.id}/sprints`;
  const person = await workspace.person('member', [team]);
  const window = await signedIn(service, workspace, person);
  const page = await window.open(list);
  window.cookies.delete('__Host-session');
  const asked = await window.submit(page, list, { name: 'Typed', startDate: dayFromNow(1), goal: 'A quay' });
  const shown = await window.submit(asked, '/sign-in', await newAccount(workspace, person));
  expect(new URL(shown.url).pathname).toBe(list);
  expect(shown.text).toContain('what you changed is not saved yet');
  expect(shown.text).toMatch(/name="name"[^>]*value="Typed"/s);
  expect(shown.text).toContain('A quay</textarea>');
  const fields = { name: 'Typed', startDate: dayFromNow(1), due: dayFromNow(2) };
  const created = await window.submit(shown, list, fields);
  expect(created.text).toContain('The sprint is created.');
  expect((await window.open(list)).text).not.toContain('A quay</textarea>');
});

test('open stories without a sprint are added to one, and taken out again', async () => {
  const sprint = await plan.sprint(team, { name: 'Planned', ...span(-1, 6) });
  const path = `/teams/${team.id}/sprints/${sprint.id}`;
  const [rope, sail] = [
    await stories.create({ teamId: team.id, title: 'Mend a rope' }),
    await stories.create({ teamId: team.id, title: 'Mend a sail', priority: 'high' }),
  ];
  const offered = async () => (await browser.open(`${path}?add=yes`)).text;
  await expect.poll(offered).toMatch(/Mend a sail[\s\S]*Mend a rope/);
  const found = await browser.open(`${path}?add=yes&q=rope`);
  expect([found.text.includes('Mend a rope'), found.text.includes('Mend a sail')]).toEqual([true, false]);
  const page = await browser.open(`${path}?add=yes`);
  const nothing = await browser.submit(page, `${path}/stories`, {});
  expect([nothing.status, nothing.text.includes('Tick the stories to add.')]).toEqual([400, true]);
  const added = await browser.request('POST', `${path}/stories`, {
    ...tokensOf(page.text),
    [`story:${rope.id}`]: 'on',
    [`story:${sail.id}`]: 'on',
  });
  expect(added.text).toContain('The stories are in the sprint.');
  // Whatever indexes and counts know by then.
  expect(added.text).toMatch(/0 of 2 done[\s\S]*Mend a/);
  expect([(await storyNow(rope.id)).sprintId, (await storyNow(sail.id)).sprintId]).toEqual([
    sprint.id,
    sprint.id,
  ]);
  const removed = await browser.request('POST', `${path}/stories`, {
    ...tokensOf(page.text),
    remove: rope.id,
  });
  expect(removed.text).toContain('The story is no longer in the sprint.');
  expect([removed.text.includes('0 of 1 done'), removed.text.includes('Mend a rope')]).toEqual([true, false]);
  expect([(await storyNow(rope.id)).sprintId, (await storyNow(sail.id)).sprintId]).toEqual([null, sprint.id]);
});

/** What binds the forms of a page to its browser. */
const tokensOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
      .slice(0, 4)
      .map(([, name, value]) => [name!, value!]),
  );

test('a sprint is forecast next to its burn-down while it has stories to do and a history', async () => {
  const own = await workspace.team();
  const [person, admin] = [await workspace.person('member', [own]), await workspace.person('admin', [own])];
  const window = await signedIn(service, workspace, person);
  const sprint = await planningApi(workspace, person.client).sprint(own, { name: 'Now', ...span(-2, 10) });
  const over = await planningApi(workspace, person.client).sprint(own, { name: 'Then', ...span(-20, -10) });
  const api = storyApi(workspace, admin.client);
  for (const sprintId of [sprint.id, over.id]) await api.create({ teamId: own.id, sprintId });
  const path = `/teams/${own.id}/sprints/${sprint.id}`;
  expect((await window.open(path)).text).not.toContain('85 % likely');
  const statusId = await statusOf(workspace, admin.client, own, 'completed');
  for (let day = 1; day <= 20; day++) {
    const completedAt = `${dayFromNow(-day)}T12:00:00.000Z`;
    await api.create({ teamId: own.id, statusId, imported: { createdAt: completedAt, completedAt } });
  }
  const textNow = async () => (await window.open(path)).text;
  await expect.poll(textNow).toMatch(/85 % likely: 1 or more of 1 stories are done by <time/);
  const drawn = await textNow();
  expect(drawn).toContain('Forecast of Now');
  // Two charts, each in two forms.
  const ids = [...drawn.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!);
  expect(ids.filter((id) => id.startsWith('title-'))).toHaveLength(4);
  expect(ids.filter((id, position) => ids.indexOf(id) < position)).toEqual([]);
  const past = await window.open(`/teams/${own.id}/sprints/${over.id}`);
  expect([past.status, /85 % likely|Forecast of/.test(past.text)]).toEqual([200, false]);
});

test('guests read the sprints of a team and change none, and others find no page', async () => {
  const sprint = await plan.sprint(team, { name: 'For reading', ...span(-1, 6) });
  const path = `/teams/${team.id}/sprints`;
  const guest = await signedIn(service, workspace, await workspace.person('guest', [team]));
  for (const one of [path, `${path}/${sprint.id}?add=yes`]) {
    const { status, text } = await guest.open(one);
    expect([status, text.includes('For reading'), /<form method="post" action="\/teams/.test(text)]).toEqual([
      200,
      true,
      false,
    ]);
  }
  const elsewhere = await workspace.team();
  const outside = await signedIn(service, workspace, await workspace.person('member', [elsewhere]));
  expect((await outside.open(path)).status).toBe(404);
  expect((await outside.open(`/teams/${elsewhere.id}/sprints/${sprint.id}`)).status).toBe(404);
  expect((await browser.open(`${path}/x`)).status).toBe(404);
});
