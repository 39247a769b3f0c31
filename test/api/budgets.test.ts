import pLimit from 'p-limit';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { signedIn } from '../support/browser.ts';
import { createClient } from '../support/client.ts';
import { measureCost, type Cost } from '../support/cost.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { connect } from '../support/oauth.ts';
import { planningApi } from '../support/planning.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { createStoryAs, newKey, newWorkspace } from '../support/workspace.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';

let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let teams: Team[];
let team: Team;
let member: Person;
let story: Story;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  teams = await Promise.all(Array.from({ length: 5 }, () => workspace.team()));
  team = teams[0]!;
  member = await workspace.person('member', teams);
  story = await createStoryAs(member.client, workspace, { teamId: team.id });
});

const costOf = (action: () => Promise<unknown>): Promise<Cost> => measureCost(proxy, action);

const changes = (query: Record<string, string | number>) =>
  member.client.get(`${workspace.path}/changes`, query);

const stories = (query: Record<string, string | number> = {}) =>
  member.client.get(`${workspace.path}/stories`, query);
const create = (body: object, key = newKey()) =>
  member.client.post(
    `${workspace.path}/stories`,
    { title: 'A story', teamId: team.id, ...body },
    { 'idempotency-key': key },
  );
const update = async (body: object, client = member.client) => {
  const { json } = await member.client.get(`${workspace.path}/stories/${story.id}`);
  proxy.reset();
  const answer = await client.patch(`${workspace.path}/stories/${story.id}`, {
    expectedUpdatedAt: json.data.updatedAt,
    ...body,
  });
  expect(answer.status).toBe(200);
};

test('a get by id is one round trip and 3 read units, also in 100 teams', async () => {
  const get = () => member.client.get(`${workspace.path}/stories/${story.id}`);
  expect(await costOf(get)).toMatchObject({ trips: 1, readUnits: 3, writeUnits: 0 });

  const many = await pLimit(10).map(Array.from({ length: 100 }), () => workspace.team());
  const busy = await workspace.person('member', many);
  const theirs = await createStoryAs(busy.client, workspace, { teamId: many[0]!.id });
  const getTheirs = () => busy.client.get(`${workspace.path}/stories/${theirs.id}`);
  expect(await costOf(getTheirs)).toMatchObject({ trips: 1, readUnits: 3 });
});

test('a get by reference is three round trips at most', async () => {
  const cost = await costOf(() =>
    member.client.get(`${workspace.path}/stories-by-reference/${story.reference}`),
  );
  expect(cost.trips).toBeLessThanOrEqual(3);
});

test('creating a bare story is three round trips and 8 write units, and one more for each index it enters', async () => {
  expect(await costOf(() => create({}))).toMatchObject({ trips: 3, writeUnits: 8 });
  expect(await costOf(() => create({ assigneeId: member.id }))).toMatchObject({ trips: 3, writeUnits: 9 });
  const { id: objectiveId } = await planningApi(workspace, member.client).objective(team);
  // Forecasts look for those whose start is ahead.
  for (const [startDate, writeUnits] of [
    ['2001-01-01', 9],
    ['2099-01-01', 10],
  ] as const) {
    // With a longer title, such a story has more than a KiB, which is another two units.
    expect(await costOf(() => create({ title: 'A', objectiveId, startDate }))).toMatchObject({ writeUnits });
  }
});

test('a replay is two round trips, other bytes under the same key one, and neither writes', async () => {
  const key = newKey();
  await create({}, key);
  expect(await costOf(() => create({}, key))).toMatchObject({ trips: 2, writeUnits: 0 });
  expect(await costOf(() => create({ title: 'Another' }, key))).toMatchObject({ trips: 1, writeUnits: 0 });
});

test('an entry of the audit trail costs 6 write units and no round trip, and a transaction doubles those of its act', async () => {
  const { client } = await workspace.person('admin');
  const made = await client.post(`${workspace.path}/service-accounts`, { name: 'A program' });
  const { id, updatedAt: expectedUpdatedAt } = made.json.data;
  const path = `${workspace.path}/service-accounts/${id}`;
  const cost = await costOf(() => client.patch(path, { name: 'Another name', expectedUpdatedAt }));
  expect(cost).toMatchObject({ trips: 2, writeUnits: 3 + 6 });
  const read = await costOf(() => client.get(`${workspace.path}/audit-events?limit=50`));
  expect(read.trips).toBe(2);
  const filtered = await costOf(() =>
    client.get(`${workspace.path}/audit-events?type=token.created&limit=50`),
  );
  expect(filtered.trips).toBe(3);
});

test('an update is two round trips: 2 write units for a title, 4 for a status', async () => {
  await update({ title: 'Another title' });
  const title = {
    trips: proxy.roundTrips(),
    units: proxy.calls.reduce((sum, call) => sum + call.writeUnits, 0),
  };
  expect(title).toEqual({ trips: 2, units: 2 });

  const statuses = await member.client.get(`${workspace.path}/statuses`, { teamId: team.id });
  const started = statuses.json.data.find(({ category }: { category: string }) => category === 'started');
  await update({ statusId: started.id });
  const status = {
    trips: proxy.roundTrips(),
    units: proxy.calls.reduce((sum, call) => sum + call.writeUnits, 0),
  };
  expect(status).toEqual({ trips: 2, units: 4 });
});

test('a claim, also of the next story, is three round trips and two write units, and adds no cost to other writes', async () => {
  const own = await createStoryAs(member.client, workspace, { teamId: team.id });
  const path = `${workspace.path}/stories/${own.id}`;
  const claim = (headers = {}) => member.client.post(`${path}/claim`, { leaseSeconds: 60 }, headers);
  const release = (fencingNumber: number) => member.client.post(`${path}/claim/release`, { fencingNumber });
  expect(await costOf(() => claim())).toMatchObject({ trips: 3, writeUnits: 2 });
  const change = { expectedUpdatedAt: own.updatedAt, title: 'Changed', fencingNumber: 1 };
  expect(await costOf(() => member.client.patch(path, change))).toMatchObject({ trips: 2, writeUnits: 2 });
  const renew = () => member.client.post(`${path}/claim/renew`, { fencingNumber: 1 });
  expect(await costOf(renew)).toMatchObject({ trips: 2, writeUnits: 2 });
  expect(await costOf(() => release(1))).toMatchObject({ trips: 2, writeUnits: 2 });
  expect(await costOf(() => claim({ 'idempotency-key': newKey() }))).toMatchObject({
    trips: 3,
    writeUnits: 3,
  });
  await release(2);
  const next = (fields = {}, headers = {}) =>
    member.client.post(`${workspace.path}/stories/claim`, { leaseSeconds: 60, ...fields }, headers);
  // The sandbox has read models that are up to date.
  await next();
  await service.streamsIdle();
  await stories({ sort: 'createdAt' });
  // Who asks; what is ready in their teams, with what seemed so before; and the claim. Each needs the one before.
  expect(await costOf(() => next())).toMatchObject({ trips: 3, writeUnits: 2 });
  const title = newKey();
  await create({ title });
  await service.streamsIdle();
  await stories({ sort: 'createdAt' });
  const named = { filter: `"${title}"` };
  expect(await costOf(() => next(named, { 'idempotency-key': newKey() }))).toMatchObject({
    trips: 4,
    writeUnits: 3,
  });
});

test('an update with an access token reads the grant instead of a credential, and the account with it', async () => {
  const browser = await signedIn(service, workspace, member);
  const resource = `${service.baseUrl}/api/v1`;
  const { accessToken } = await connect(service.baseUrl, browser, { resource });
  const client = createClient(service.baseUrl, accessToken);
  // The first time an execution environment asks which member of the workspace the user is; it caches the answer.
  await update({ title: 'By a client' }, client);
  expect(proxy.roundTrips()).toBe(3);
  await update({ title: 'By a client again' }, client);
  expect(proxy.roundTrips()).toBe(2);
  const units = proxy.calls.map(({ readUnits, writeUnits }) => [readUnits, writeUnits]);
  expect(units).toEqual([
    [4, 0],
    [0, 2],
  ]);
});

test('a list of 50 in one team is two round trips and 4.5 read units, and those of the credential', async () => {
  for (let made = 0; made < 60; made++) await create({});
  const authority = 2;
  const cost = await costOf(() => stories({ teamId: team.id, limit: 50 }));
  expect(cost.trips).toBe(2);
  expect(cost.readUnits).toBeLessThanOrEqual(4.5 + authority);
});

test('a list over five teams is three round trips and reads at most teams x (limit + 1) items', async () => {
  for (const { id: teamId } of teams) for (let made = 0; made < 12; made++) await create({ teamId });
  const limit = 20;
  const cost = await costOf(() => stories({ limit }));
  expect(cost.trips).toBeLessThanOrEqual(3);
  expect(cost.items).toBeLessThanOrEqual(teams.length * (limit + 1));
});

test('a list with one filter or two is three round trips and half a read unit per story, and the keys', async () => {
  for (let made = 0; made < 12; made++) await create({ assigneeId: member.id });
  const authority = 3;
  const keys = 1.5;
  const one = await costOf(() => stories({ teamId: team.id, assigneeId: member.id, limit: 10 }));
  expect(one.trips).toBeLessThanOrEqual(3);
  expect(one.readUnits).toBeLessThanOrEqual(authority + keys + 0.5 * 11);
  const both = await costOf(() => stories({ assigneeId: member.id, statusId: story.statusId, limit: 10 }));
  expect(both.trips).toBeLessThanOrEqual(3);
  expect(both.readUnits).toBeLessThanOrEqual(authority + 8 * keys + 0.5 * 11);
});

test('changes since a moment ago are three round trips', async () => {
  const cost = await costOf(() => stories({ updatedSince: story.createdAt, limit: 10 }));
  expect(cost.trips).toBeLessThanOrEqual(3);
});

test('a list of long descriptions fetches them in one more round trip', async () => {
  const long = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: long.id, principalId: member.id });
  for (let made = 0; made < 5; made++) await create({ teamId: long.id, description: 'x'.repeat(10_000) });
  const cost = await costOf(() => stories({ teamId: long.id }));
  expect(cost.trips).toBe(3);
});

test('a comment is one round trip with its replies: 4 read units, and those of the replies', async () => {
  const path = `${workspace.path}/stories/${story.id}/comments`;
  const post = async (body: object) => (await member.client.post(path, body)).json.data;
  const { id: parentId } = await post({ content: 'A comment' });
  const get = () => member.client.get(`${path}/${parentId}`);
  expect(await costOf(get)).toMatchObject({ trips: 1, readUnits: 4.5, writeUnits: 0 });

  for (let made = 0; made < 30; made++) await post({ content: 'x'.repeat(200), parentId });
  const cost = await costOf(get);
  expect(cost).toMatchObject({ trips: 1, writeUnits: 0 });
  expect(cost.readUnits).toBeLessThanOrEqual(6.5);
});

test('commenting is two round trips: 6 write units, 9 for a reply', async () => {
  const path = `${workspace.path}/stories/${story.id}/comments`;
  const root = () => member.client.post(path, { content: 'A comment' });
  const { id: parentId } = (await root()).json.data;
  expect(await costOf(root)).toMatchObject({ trips: 2, writeUnits: 6 });
  const reply = () => member.client.post(path, { content: 'A reply', parentId });
  expect(await costOf(reply)).toMatchObject({ trips: 2, writeUnits: 9 });
});

test('comments of five teams changed since yesterday are three round trips, and half a read unit each', async () => {
  const path = `${workspace.path}/stories/${story.id}/comments`;
  for (let made = 0; made < 20; made++) await member.client.post(path, { content: 'A comment' });
  const updatedSince = new Date(Date.now() - 86_400_000).toISOString();
  const list = (limit: number) => () =>
    member.client.get(`${workspace.path}/comments`, { updatedSince, limit });
  const cost = await costOf(list(1));
  expect(cost).toMatchObject({ trips: 3, writeUnits: 0 });
  expect((await costOf(list(11))).readUnits).toBe(cost.readUnits + 10 * 0.5);
});

test('a list of comments is two round trips, and a third where there are replies, with one query for each root that has some', async () => {
  const { id } = (await create({})).json.data;
  const path = `${workspace.path}/stories/${id}/comments`;
  const post = async (body: object) => (await member.client.post(path, body)).json.data;
  const roots: { id: string }[] = [];
  for (let made = 0; made < 20; made++) roots.push(await post({ content: 'A comment' }));
  const list = () => member.client.get(path);
  const authority = 3;
  const bare = await costOf(list);
  expect(bare.trips).toBe(2);
  expect(bare.readUnits).toBeLessThanOrEqual(authority + 2);

  for (const { id: parentId } of roots.slice(0, 2)) await post({ content: 'A reply', parentId });
  const cost = await costOf(list);
  expect(cost.trips).toBe(3);
  expect(cost.readUnits).toBe(bare.readUnits + 2 * 0.5);
});

test('a sprint and an objective are one round trip; a key result needs its objective', async () => {
  const plan = planningApi(workspace, member.client);
  const [sprint, objective] = [await plan.sprint(team), await plan.objective(team)];
  const keyResult = await plan.keyResult(objective);
  expect(await costOf(() => plan.sprints.get(sprint.id))).toMatchObject({ trips: 1, readUnits: 3 });
  expect(await costOf(() => plan.objectives.get(objective.id))).toMatchObject({ trips: 1, readUnits: 4 });
  expect(await costOf(() => plan.keyResults.get(keyResult.id))).toMatchObject({ trips: 2, readUnits: 4 });
});

test('an analysis is three round trips, and half a read unit for each story of a sprint', async () => {
  const plan = planningApi(workspace, member.client);
  const [sprint, objective] = [await plan.sprint(team), await plan.objective(team)];
  for (let made = 0; made < 40; made++) await create({ sprintId: sprint.id, objectiveId: objective.id });
  await service.streamsIdle();
  const costs: Cost[] = [];
  for (const path of [`sprints/${sprint.id}/`, `objectives/${objective.id}/`, '']) {
    costs.push(await costOf(() => member.client.get(`${workspace.path}/${path}analysis`)));
  }
  for (const { trips, writeUnits } of costs) {
    expect(trips).toBeLessThanOrEqual(3);
    expect(writeUnits).toBe(0);
  }
  const [authority, ownerWithCounts, days, keys, categoryAndObjective] = [2, 1, 1, 1.5, 1.5];
  const around = authority + ownerWithCounts + days + keys + categoryAndObjective;
  // The ideal line of a sprint needs the team's member: id, hours and days off.
  const workingTime = 3 * 0.5;
  const [ofSprint, ofObjective] = costs.map(({ readUnits }) => readUnits - 0.5 * 40);
  expect(ofSprint).toBeLessThanOrEqual(around + workingTime);
  expect(ofObjective).toBeLessThanOrEqual(around);
});

test('the report of a sprint is three round trips, and a read unit for each member of its team', async () => {
  const crew = await workspace.team();
  const people = await Promise.all([1, 2, 3].map(() => workspace.person('member', [crew])));
  const { id } = await planningApi(workspace, people[0]!.client).sprint(crew);
  const cost = await costOf(() => people[0]!.client.get(`${workspace.path}/sprints/${id}/report`));
  expect(cost.trips).toBeLessThanOrEqual(3);
  const [authority, sprintWithCounts, days, kept, idsOfMembers] = [2, 1, 1, 1, 0.5];
  const around = authority + sprintWithCounts + days + kept + idsOfMembers;
  expect(cost.readUnits).toBeLessThanOrEqual(around + people.length);
});

test('lists of sprints, objectives and key results are three round trips at most', async () => {
  const plan = planningApi(workspace, member.client);
  for (const noun of [plan.sprints, plan.objectives, plan.keyResults]) {
    expect((await costOf(() => noun.list({ limit: 20 }))).trips).toBeLessThanOrEqual(3);
  }
});

test('a poll for changes that finds nothing new is two round trips, and in 5 teams 9 read units', async () => {
  await service.streamsIdle();
  const since = new Date(Date.now() + 60_000).toISOString();
  const { resumeCursor } = (await changes({ since })).json.meta;
  const cost = await costOf(() => changes({ cursor: resumeCursor }));
  expect(cost.trips).toBe(2);
  expect(cost.readUnits).toBeLessThanOrEqual(9);
  expect(cost.writeUnits).toBe(0);
});

test('changes cost reads in proportion to what is returned, not to what the log holds', async () => {
  const since = new Date().toISOString();
  for (let n = 0; n < 30; n++) await createStoryAs(member.client, workspace, { teamId: team.id });
  await service.streamsIdle();
  const begun = (await changes({ since, limit: 5 })).json.meta;
  const cost = await costOf(() => changes({ cursor: begun.nextCursor, limit: 5 }));
  // Five changes in entries of one each, beside the poll.
  expect(cost.readUnits).toBeLessThanOrEqual(9 + 5);
  expect(cost.trips).toBeLessThanOrEqual(3);
});
