import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { measureCost } from '../support/cost.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { planningApi } from '../support/planning.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { dataOf, statusOf, storyApi, type StoryApi } from './story-api.ts';
import type { Story } from '../../shared/planning/story/story.ts';

/** What including costs: DynamoDB round trips in sequence, and read units. */

const names = 'status,assignee,reporter,labels,sprint,objective,team';
const everything = `${names},blockedBy`;

let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;
let story: Story;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  const people = await Promise.all(Array.from({ length: 5 }, () => workspace.person('member', [team])));
  member = people[0]!;
  api = storyApi(workspace, member.client);
  const plan = planningApi(workspace, member.client);
  const sprints = await Promise.all([plan.sprint(team), plan.sprint(team)]);
  const objectives = await Promise.all([plan.objective(team), plan.objective(team), plan.objective(team)]);
  const labels = await Promise.all(
    ['Bug', 'Feature', 'Design', 'Docs'].map(async (name) =>
      dataOf<{ id: string }>(
        await member.client.post(`${workspace.path}/labels`, { name, color: '#123456' }),
        201,
      ),
    ),
  );
  const categories = ['backlog', 'started', 'completed'];
  const statuses = await Promise.all(categories.map((one) => statusOf(workspace, member.client, team, one)));
  for (let made = 0; made < 50; made++) {
    story = await api.create({
      teamId: team.id,
      statusId: statuses[made % 3],
      assigneeId: people[made % 5]!.id,
      labels: [labels[made % 4]!.id],
      sprintId: sprints[made % 2]!.id,
      objectiveId: objectives[made % 3]!.id,
    });
  }
});

/** On a busy machine, calls that are sent at once may arrive one after the other: the lesser of two measures counts. */
async function costOf(read: () => Promise<{ status: number }>) {
  const [one, other] = [await measuredCost(read), await measuredCost(read)];
  return one.trips <= other.trips ? one : other;
}

const measuredCost = async (read: () => Promise<{ status: number }>) =>
  await measureCost(proxy, async () => expect((await read()).status).toBe(200));

const get = (path: string, query: Record<string, string | number> = {}) =>
  costOf(() => member.client.get(`${workspace.path}${path}`, query));

test('a call whose answer is lost with its connection is made once more', async () => {
  proxy.reset();
  proxy.fault = (_, number) => (number === 1 ? 'lose-answer' : undefined);
  expect((await member.client.get(`${workspace.path}/stories/${story.id}`)).status).toBe(200);
  expect([proxy.calls.length, proxy.roundTrips()]).toEqual([2, 2]);
});

test('what the SDK repeats is not what a request costs', async () => {
  const path = `${workspace.path}/stories/${story.id}`;
  const read = async () => expect((await member.client.get(path)).status).toBe(200);
  const once = await measureCost(proxy, read);
  const repeated = await measureCost(proxy, async () => {
    proxy.fault = (_, number) => (number <= 2 ? 'lose-answer' : undefined);
    await read();
  });
  expect(proxy.calls.map((call) => call.repeated)).toEqual([false, false, true]);
  // The second is made on a new connection, and so is no attempt of the SDK's.
  expect(repeated).toMatchObject({ trips: 2 * once.trips, readUnits: 2 * once.readUnits });
});

test('including everything costs one more round trip, of a story and of a list', async () => {
  const single = `/stories/${story.id}`;
  expect(await get(single)).toMatchObject({ trips: 1 });
  expect(await get(single, { include: everything })).toMatchObject({ trips: 2 });
  const named = `/stories-by-reference/${story.reference}`;
  const bare = await get(named);
  expect((await get(named, { include: everything })).trips).toBeLessThanOrEqual(bare.trips + 1);
  expect(await get('/stories', { teamId: team.id })).toMatchObject({ trips: 2 });
  expect(await get('/stories', { teamId: team.id, include: everything })).toMatchObject({ trips: 3 });
});

test('names of what the request already sent cost no round trip when they are included', async () => {
  const { teamId, statusId, sprintId } = story;
  expect(await get('/stories', { teamId, include: 'team' })).toMatchObject({ trips: 2 });
  const filters = { teamId, statusId, sprintId: sprintId! };
  const filtered = await get('/stories', filters);
  const included = await get('/stories', { ...filters, include: 'team,status,sprint' });
  expect(included.trips).toBe(filtered.trips);
});

test('a page of 50 stories with names is one request of three round trips, in place of six requests of fourteen', async () => {
  const teamId = team.id;
  const separate = [
    await get('/stories', { teamId }),
    await get('/statuses', { teamId }),
    await get('/members'),
    await get('/labels', { teamId }),
    await get('/sprints', { teamId }),
    await get('/objectives', { teamId }),
  ];
  const together = await get('/stories', { teamId, include: names });
  const tripsOf = separate.reduce((sum, { trips }) => sum + trips, 0);
  const unitsOf = separate.reduce((sum, { readUnits }) => sum + readUnits, 0);
  expect({ requests: separate.length, trips: tripsOf }).toEqual({ requests: 6, trips: 14 });
  expect(together.trips).toBe(3);
  expect(together.readUnits).toBeLessThan(unitsOf);
});

test('a page that would be too large with what it includes ends early, and the rest follows', async () => {
  const wide = await workspace.team();
  // Each line break is two bytes of JSON, so that these are twice as large in an answer.
  const filler = `${'\n'.repeat(31 * 1024)}x`;
  const { client } = await workspace.person('member', [wide]);
  const plan = planningApi(workspace, client);
  const wideApi = storyApi(workspace, client);
  for (let made = 0; made < 44; made++) {
    const { id } = await plan.objective(wide, { description: filler });
    await wideApi.create({ teamId: wide.id, objectiveId: id, description: filler });
  }
  const query = { teamId: wide.id, limit: 44, include: 'objective' };
  const first = await wideApi.list(query);
  expect(Buffer.byteLength(first.text)).toBeLessThan(6_000_000);
  expect(first.json.meta.hasMore).toBe(true);
  const rest = await wideApi.list({ ...query, cursor: first.json.meta.nextCursor });
  expect(rest.json.meta.hasMore).toBe(false);
  for (const { data, included } of [first.json, rest.json]) {
    expect(included.objective).toHaveLength(data.length);
  }
  expect(first.json.data.length + rest.json.data.length).toBe(44);
});

test('a filter that names one author in many conditions reads their comments once', async () => {
  const listed = (filter: string) => costOf(() => api.list({ filter, limit: 5 }));
  const one = await listed('commentedBy:me OR priority:high');
  const many = Array.from({ length: 12 }, () => 'commentedBy:me').join(' OR ');
  expect((await listed(`${many} OR priority:high`)).readUnits).toBeLessThanOrEqual(one.readUnits);
});
