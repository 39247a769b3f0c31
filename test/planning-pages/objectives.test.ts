import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { filledFields, signedIn, type Browser } from '../support/browser.ts';
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

test('the objectives of a team are shown with their progress and target, what is to be done first', async () => {
  const empty = await browser.open(`/teams/${team.id}/objectives`);
  expect(empty.text).toContain('No objectives yet');
  const done = await plan.objective(team, { name: 'A pier', endDate: '2026-01-01T00:00:00.000Z' });
  const open = await plan.objective(team, { name: 'A quay', endDate: '2099-01-01T00:00:00.000Z' });
  const completed = await statusOf(workspace, member.client, team, 'completed');
  await stories.create({ teamId: team.id, objectiveId: done.id, statusId: completed });
  await stories.create({ teamId: team.id, objectiveId: open.id, statusId: completed });
  await stories.create({ teamId: team.id, objectiveId: open.id });
  const shown = async () => (await browser.open(`/teams/${team.id}/objectives`)).text;
  await expect.poll(shown).toContain('1 of 2 done');
  const text = await shown();
  expect([...text.matchAll(/href="\/objectives\/([^"]+)"/g)].map(([, id]) => id)).toEqual([open.id, done.id]);
  expect(text).toContain('1 of 1 done');
  expect(text).toMatch(/Target: <time[^>]*>1 January 2099/);
  expect((await browser.open(`/teams/${team.id}`)).text).toContain(`href="/teams/${team.id}/objectives"`);
});

test('an objective shows when it will be done, its key results and its stories', async () => {
  const objective = await plan.objective(team, {
    name: 'A lighthouse',
    description: 'It *shines*.',
    shortSummary: 'A light for ships.',
  });
  await plan.keyResult(objective, {
    name: 'Miles',
    measurementType: 'number',
    startValue: 0,
    currentValue: 4,
    targetValue: 20,
  });
  const story = await stories.create({ teamId: team.id, title: 'A lamp', objectiveId: objective.id });
  const path = `/objectives/${objective.id}`;
  await expect.poll(async () => (await browser.open(path)).text).toContain(`href="/stories/${story.id}"`);
  const { text } = await browser.open(path);
  expect(text).toContain('It <em>shines</em>.');
  expect(text).toContain('<p dir="auto">A light for ships.</p>');
  expect(text).toMatch(/Miles<\/bdi>\s*<span class="hint">now 4, target 20</);
  expect((await browser.open(`/stories/${story.id}`)).text).toContain(`href="${path}"`);
});

test('a member creates an objective, changes it, and measures it by key results', async () => {
  const list = `/teams/${team.id}/objectives`;
  const refused = await browser.submit(await browser.open(list), list, {
    name: 'A harbour wall',
    startDate: '2026-02-02',
    due: '2026-02-01',
  });
  expect([refused.status, refused.text.includes('value="A harbour wall"')]).toEqual([400, true]);
  const created = await browser.submit(refused, list, { due: '2099-05-01', lead: member.id });
  expect(created.text).toContain('The objective is created.');
  const path = new URL(created.url).pathname;
  const saved = await browser.submit(created, path, { description: 'It *holds*.', due: '', lead: '' });
  expect([saved.text.includes('<em>holds</em>'), saved.text.includes('Target: ')]).toEqual([true, false]);
  const judged = await browser.submit(saved, path, { shortSummary: 'A wall of stone.', health: 'at_risk' });
  expect(judged.text).toContain('<p dir="auto">A wall of stone.</p>');
  expect(judged.text).toMatch(/class="status planned">At risk</);
  const cleared = await browser.submit(judged, path, { shortSummary: '', health: '' });
  expect(cleared.text).not.toMatch(/A wall of stone|class="status planned">At risk/);
  const added = await browser.submit(saved, `${path}/key-results`, { resultName: 'Stones', target: '40' });
  expect(added.text).toMatch(
    /<h2 id="key-results" tabindex="-1">[^<]*<\/h2>\s*<p[^>]*>The key result is added/,
  );
  const [, checkIn] = new RegExp(`action="(${path}/key-results/[^"]+)"`).exec(added.text)!;
  const checked = await browser.submit(added, checkIn!, { now: '2,5' });
  expect(checked.text).toContain('now 2.5, target 40');
  expect((await browser.submit(checked, checkIn!, { now: 'many' })).status).toBe(400);
  const guest = await signedIn(service, workspace, await workspace.person('guest', [team]));
  for (const page of [list, path]) {
    const { status, text } = await guest.open(page);
    expect([status, /<form method="post" action="\/(teams|objectives)/.test(text)]).toEqual([200, false]);
  }
});

test('a key result is renamed, gets other values, and is deleted on the page of its objective', async () => {
  const objective = await plan.objective(team, { name: 'A dock' });
  const ships = await plan.keyResult(objective, {
    name: 'Ships',
    measurementType: 'number',
    targetValue: 20,
  });
  const lit = await plan.keyResult(objective, { name: 'Lit', measurementType: 'boolean' });
  const path = `/objectives/${objective.id}`;
  const [save, remove] = ['save', 'delete'].map((act) => `${path}/key-results/${ships.id}/${act}`);
  const page = await browser.open(path);
  const saved = await browser.submit(page, save!, { resultName: 'Boats', start: '2', target: '7,5' });
  expect(saved.text).toMatch(/id="key-results"[^>]*>[^<]*<\/h2>\s*<p[^>]*>Your changes are saved/);
  expect(saved.text).toMatch(/Boats<\/bdi>\s*<span class="hint">now 0, target 7.5</);
  expect(saved.text).toMatch(new RegExp(`id="start-${ships.id}"[^>]*value="2"`));
  const stale = await browser.submit(page, save!, { resultName: 'Rafts' });
  expect([stale.status, stale.text.includes('value="Rafts"')]).toEqual([409, true]);
  for (const wrong of [{ target: 'many' }, { target: '2' }, { resultName: '' }]) {
    const refused = await browser.submit(saved, save!, wrong);
    const [field] = /<input(?:(?!>).)*aria-invalid="true"/s.exec(refused.text) ?? [''];
    expect([refused.status, field.includes(ships.id)]).toEqual([400, true]);
  }
  const renamed = await browser.submit(saved, `${path}/key-results/${lit.id}/save`, { resultName: 'Lamps' });
  expect(renamed.text).toMatch(/Lamps<\/bdi>\s*<span class="hint">No</);
  expect(renamed.text).toMatch(/<summary>Delete this key result…<\/summary>\s*<form/);
  const other = await plan.objective(team, { name: 'A slip' });
  const fields = filledFields(renamed.text);
  for (const act of ['save', 'delete']) {
    const wrong = `/objectives/${other.id}/key-results/${ships.id}/${act}`;
    expect((await browser.request('POST', wrong, fields)).status).toBe(404);
  }
  const { text } = await browser.submit(renamed, remove!);
  expect(text).toContain('The key result is deleted.');
  expect([text.includes('Boats'), text.includes('Lamps')]).toEqual([false, true]);
});

test('a member adds a story to an objective on its page, once however often it is sent', async () => {
  const objective = await plan.objective(team, { name: 'A crane' });
  const path = `/objectives/${objective.id}`;
  const page = await browser.open(path);
  const created = await browser.submit(page, `${path}/stories`, { title: 'A hook' });
  expect(created.text).toContain('The story is created.');
  await browser.submit(page, `${path}/stories`, { title: 'A hook' });
  const hooks = async () => (await browser.open(path)).text.match(/<bdi>A hook<\/bdi>/g)?.length;
  await expect.poll(hooks).toBe(1);
  const refused = await browser.submit(page, `${path}/stories`, { title: 'x'.repeat(1000) });
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/id="story-title"(?:(?!>).)*aria-invalid="true"/s);
});

describe('an existing story is added to an objective on its page', () => {
  const newPage = async () => {
    const { id } = await plan.objective(team, { name: 'A mole' });
    const path = `/objectives/${id}`;
    return { id, page: await browser.open(path), action: `${path}/existing-stories` };
  };

  test('by its reference, and is shown and counted at once', async () => {
    const { id, page, action } = await newPage();
    const story = await stories.create({ teamId: team.id, title: 'A stair' });
    const added = await browser.submit(page, action, { related: story.reference.toLowerCase() });
    expect(added.text).toMatch(
      /<h2 id="stories" tabindex="-1">Stories<\/h2>\s*<p[^>]*>The story counts towards/,
    );
    expect(added.text).toContain(`href="/stories/${story.id}"`);
    expect(added.text).toContain('0 of 1 done');
    expect((await stories.read(story.id)).objectiveId).toBe(id);
  });

  test('by words of its title, once the one that is meant is chosen', async () => {
    const { id, page, action } = await newPage();
    const story = await stories.create({ teamId: team.id, title: 'Whitewash bollards' });
    const asked = async () => await browser.submit(page, action, { related: 'Whitewash' });
    await expect
      .poll(async () => (await asked()).text)
      .toMatch(new RegExp(`type="radio"\\s+value="${story.reference}"`));
    expect((await stories.read(story.id)).objectiveId).toBe(null);
    await browser.submit(await asked(), action, { chosen: story.reference });
    expect((await stories.read(story.id)).objectiveId).toBe(id);
  });

  test('unless there is none, or it is of another team', async () => {
    const { page, action } = await newPage();
    const elsewhere = await workspace.team();
    const both = await workspace.person('member', [team, elsewhere]);
    const story = await storyApi(workspace, both.client).create({ teamId: elsewhere.id });
    const window = await signedIn(service, workspace, both);
    const open = await window.open(`${new URL(page.url).pathname}`);
    for (const [related, says] of [
      [story.reference, 'belongs to another team'],
      ['quuxly', 'No story in your teams has these words'],
      [`${team.code}-999`, `No story ${team.code}-999 in your teams.`],
    ] as const) {
      const refused = await window.submit(open, action, { related });
      expect([refused.status, refused.text.includes(says)], related).toEqual([400, true]);
      expect(refused.text).toMatch(/id="related"(?:(?!>).)*aria-invalid="true"/s);
    }
  });
});

test('an objective is deleted on its page, which asks first, and its stories remain', async () => {
  const objective = await plan.objective(team, { name: 'A buoy' });
  const story = await stories.create({ teamId: team.id, title: 'A bell', objectiveId: objective.id });
  const path = `/objectives/${objective.id}`;
  const page = await browser.open(path);
  expect(page.text).toMatch(/<summary>Delete this objective…<\/summary>\s*<form/);
  const deleted = await browser.submit(page, `${path}/delete`);
  expect(new URL(deleted.url).pathname).toBe(`/teams/${team.id}/objectives`);
  expect(deleted.text).toContain('The objective is deleted. Its stories remain.');
  expect((await browser.open(path)).status).toBe(404);
  expect((await browser.open(`/stories/${story.id}`)).text).toContain('A bell');
});

test('people who cannot see an objective find no page', async () => {
  const hidden = await plan.objective(team, { name: 'A secret', private: true });
  const elsewhere = await signedIn(
    service,
    workspace,
    await workspace.person('member', [await workspace.team()]),
  );
  const colleague = await signedIn(service, workspace, await workspace.person('member', [team]));
  for (const window of [elsewhere, colleague]) {
    const { status, text } = await window.open(`/objectives/${hidden.id}`);
    expect([status, text.includes('A secret')]).toEqual([404, false]);
  }
  expect((await elsewhere.open(`/teams/${team.id}/objectives`)).status).toBe(404);
  expect((await colleague.open(`/teams/${team.id}/objectives`)).text).not.toContain('A secret');
  expect((await browser.open(`/objectives/${hidden.id}`)).status).toBe(200);
});
