import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { storyApi, statusOf, type StoryApi } from '../stories/story-api.ts';
import { createBrowser, signedIn, type Browser } from '../support/browser.ts';
import { measureCost, type Cost } from '../support/cost.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { planningApi } from '../support/planning.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let browser: Browser;
let stories: StoryApi;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  stories = storyApi(workspace, member.client);
  browser = await signedIn(service, workspace, member);
  await loadPages();
});

/** The first visit of a page loads modules between its calls, for longer on a busy machine than the proxy waits for more. */
async function loadPages(): Promise<void> {
  const elsewhere = await newWorkspace(service);
  const own = await elsewhere.team();
  const visitor = await elsewhere.person('member', [own]);
  const { id } = await storyApi(elsewhere, visitor.client).create({ teamId: own.id });
  const first = await signedIn(service, elsewhere, visitor);
  for (const path of [`/stories/${id}`, `/teams/${own.id}`]) await first.open(path);
}

const costOf = async (path: string): Promise<Cost> =>
  await measureCost(proxy, async () => expect((await browser.open(path)).status).toBe(200));

/** The most bytes of a page with all that is not an image, compressed. */
const PAGE_MAX_BYTES = 60 * 1024;

async function bytesOf(path: string): Promise<number> {
  const { text } = await browser.open(path);
  const others = [...text.matchAll(/<(?:link rel="stylesheet" href|script src)="([^"]+)"/g)];
  const all = [text, ...(await Promise.all(others.map(async ([, url]) => (await browser.open(url!)).text)))];
  expect(all.length).toBeGreaterThan(2);
  return all.reduce((sum, one) => sum + gzipSync(one).length, 0);
}

test('the page of a story takes few round trips, units and bytes, also with all that it shows', async () => {
  const story = await stories.create({ teamId: team.id, description: 'Nails, '.repeat(500) });
  const path = `/stories/${story.id}`;
  expect(await costOf(path)).toMatchObject({ trips: 8, readUnits: 37.5, writeUnits: 0 });

  const at = `${workspace.path}/stories/${story.id}`;
  for (let number = 0; number < 50; number++) {
    await member.client.post(`${at}/comments`, { content: `Remark ${number}. ${'It creaks. '.repeat(20)}` });
  }
  for (let number = 0; number < 10; number++) await stories.create({ teamId: team.id, parentId: story.id });
  const { trips, readUnits } = await costOf(path);
  expect(trips).toBe(9);
  expect(readUnits).toBeLessThanOrEqual(90);
  expect(await bytesOf(path)).toBeLessThan(PAGE_MAX_BYTES);
});

test('the work and the inbox of a person take few round trips, units and bytes, with all that they show', async () => {
  const own = [await workspace.team(), await workspace.team(), await workspace.team()];
  const person = await workspace.person('member', own);
  const colleague = await workspace.person('member', own);
  const api = storyApi(workspace, colleague.client);
  for (let number = 0; number < 60; number++) {
    await api.create({ teamId: own[number % 3]!.id, assigneeId: person.id });
  }
  const plan = planningApi(workspace, colleague.client);
  for (const one of own) await plan.sprint(one);
  browser = await signedIn(service, workspace, person);
  const inbox = `/inbox/${workspace.id}`;
  await expect.poll(async () => (await browser.open(inbox)).text).toContain('cursor=');
  for (const path of [`/my-work/${workspace.id}`, inbox]) {
    // The first visit loads modules.
    await browser.open(path);
    const { trips, readUnits, writeUnits } = await costOf(path);
    expect([trips <= 10, readUnits <= 90, writeUnits], `${path} ${trips} ${readUnits}`).toEqual([
      true,
      true,
      0,
    ]);
    expect(await bytesOf(path)).toBeLessThan(PAGE_MAX_BYTES);
  }
});

test('the board of a team takes few round trips, units and bytes, also where it has many stories', async () => {
  const own = await workspace.team();
  const person = await workspace.person('member', [own]);
  browser = await signedIn(service, workspace, person);
  const path = `/teams/${own.id}`;
  expect(await costOf(path)).toMatchObject({ trips: 8, readUnits: 34, writeUnits: 0 });
  const api = storyApi(workspace, person.client);
  for (const category of ['backlog', 'started', 'completed'] as const) {
    const statusId = await statusOf(workspace, person.client, own, category);
    for (let number = 0; number < 15; number++) await api.create({ teamId: own.id, statusId });
  }
  const { trips, readUnits } = await costOf(path);
  expect(trips).toBe(8);
  expect(readUnits).toBeLessThanOrEqual(90);
  expect(await bytesOf(path)).toBeLessThan(PAGE_MAX_BYTES);
});

test('the pages of a sprint and of an objective take few round trips, units and bytes, with all that they show', async () => {
  const own = await workspace.team();
  const person = await workspace.person('member', [own]);
  browser = await signedIn(service, workspace, person);
  const plan = planningApi(workspace, person.client);
  const [sprint, objective] = [await plan.sprint(own), await plan.objective(own)];
  const api = storyApi(workspace, person.client);
  const fields = { teamId: own.id, sprintId: sprint.id, objectiveId: objective.id };
  for (let number = 0; number < 20; number++) await api.create(fields);
  for (const path of [`/teams/${own.id}/sprints/${sprint.id}`, `/objectives/${objective.id}`]) {
    const { trips, readUnits, writeUnits } = await costOf(path);
    expect([trips <= 10, readUnits <= 90, writeUnits], `${path} ${trips} ${readUnits}`).toEqual([
      true,
      true,
      0,
    ]);
    expect(await bytesOf(path)).toBeLessThan(PAGE_MAX_BYTES);
  }
});

test('a page that asks whether something has changed takes one round trip and few units, and is notified of what has', async () => {
  const own = [await workspace.team(), await workspace.team(), await workspace.team()];
  const person = await workspace.person('member', own);
  const api = storyApi(workspace, person.client);
  browser = await signedIn(service, workspace, person);
  for (const path of [`/teams/${own[0]!.id}`, `/my-work/${workspace.id}`, `/inbox/${workspace.id}`]) {
    const { text } = await browser.open(path);
    const [, live] = /data-live="([^"]+)"/.exec(text)!;
    for (const one of live!.replaceAll('&#38;', '&').split(' ')) {
      const { headers } = await browser.open(`${one}&since=${new Date().toISOString()}`);
      const known = `${one}&state=${headers.get('x-state')}`;
      const cost = await measureCost(proxy, async () => expect((await browser.open(known)).status).toBe(204));
      expect([cost.trips, cost.readUnits <= 3, cost.writeUnits], `${one} ${cost.readUnits}`).toEqual([
        1,
        true,
        0,
      ]);
      if (!one.includes(own[0]!.id)) continue;
      await api.create({ teamId: own[0]!.id });
      await expect.poll(async () => (await browser.open(known)).status).toBe(200);
    }
  }
});

test('what a page asks is refused to other members, and without a session', async () => {
  const own = await workspace.team();
  const person = await workspace.person('member', [own]);
  const other = await workspace.person('member', [team]);
  const pathOf = (who: Person, of: Team) =>
    `/inbox/${workspace.id}/changes?member=${who.id}&team=${of.id}&since=${new Date().toISOString()}`;
  browser = await signedIn(service, workspace, other);
  const statuses = [];
  for (const path of [pathOf(other, team), pathOf(other, own), pathOf(person, own), pathOf(person, team)])
    statuses.push((await browser.open(path)).status);
  expect([statuses[0]! < 300, ...statuses.slice(1)]).toEqual([true, 404, 404, 404]);
  const signedOut = createBrowser(service.baseUrl);
  expect((await signedOut.open(pathOf(other, team))).status).toBe(404);
});

/** The most bytes of all scripts of a page, compressed. */
const SCRIPTS_MAX_BYTES = 20 * 1024;

test('all scripts of planning are small', async () => {
  const story = await stories.create({ teamId: team.id });
  browser = await signedIn(service, workspace, member);
  const { text } = await browser.open(`/stories/${story.id}`);
  const scripts = [...text.matchAll(/<script src="([^"]+)"/g)];
  const all = await Promise.all(scripts.map(async ([, url]) => (await browser.open(url!)).text));
  expect(all).toHaveLength(6);
  expect(all.reduce((sum, one) => sum + gzipSync(one).length, 0)).toBeLessThanOrEqual(SCRIPTS_MAX_BYTES);
});
