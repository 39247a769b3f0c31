import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { dataOf, newStoryWorkspace, seed, storyApi, type StoryApi } from './story-api.ts';

const everything = 'status,assignee,reporter,labels,sprint,objective,team';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, member, api } = await newStoryWorkspace());
});

const label = async (body: object = {}): Promise<string> =>
  dataOf<{ id: string }>(
    await member.client.post(`${workspace.path}/labels`, { name: randomUUID(), color: '#123456', ...body }),
    201,
  ).id;

const idsIn = (things: { id: string }[]): string[] => things.map(({ id }) => id).sort();

/** A story that refers to one of everything. */
async function fullStory(): Promise<Story> {
  const made = seed(workspace);
  return await api.create({
    teamId: team.id,
    assigneeId: member.id,
    labels: [await label(), await label({ teamId: team.id })],
    sprintId: await made.sprint(team),
    objectiveId: await made.objective(team),
  });
}

test('a story comes with what it refers to, each as its own operation shows it', async () => {
  const story = await fullStory();
  const { path } = workspace;
  const { client } = member;
  const read = async (suffix: string) => dataOf<object>(await client.get(path + suffix), 200);
  // Counts follow a moment after a story.
  for (const owner of [`/sprints/${story.sprintId}`, `/objectives/${story.objectiveId}`]) {
    await expect.poll(() => read(owner)).toMatchObject({ storyCounts: { total: 1 } });
  }
  const expected = {
    status: [await read(`/statuses/${story.statusId}`)],
    assignee: [await read(`/principals/${member.id}`)],
    reporter: [await read(`/principals/${member.id}`)],
    labels: await Promise.all(story.labels.map((id) => read(`/labels/${id}`))),
    sprint: [await read(`/sprints/${story.sprintId}`)],
    objective: [await read(`/objectives/${story.objectiveId}`)],
    team: [await read(`/teams/${team.id}`)],
  };
  for (const suffix of [`stories/${story.id}`, `stories-by-reference/${story.reference}`]) {
    const answer = await client.get(`${path}/${suffix}`, { include: everything });
    expect(answer.json).toEqual({ data: story, included: expected });
  }
});

test('a list includes each resource once, whatever number of stories refer to it', async () => {
  const story = await fullStory();
  const twin = await api.create({ teamId: team.id, sprintId: story.sprintId, labels: story.labels.slice(1) });
  const { json } = await api.list({ include: everything, sprintId: story.sprintId! });
  expect(idsIn(json.data)).toEqual([story.id, twin.id].sort());
  const { included } = json;
  expect(Object.keys(included).sort()).toEqual(everything.split(',').sort());
  for (const name of ['status', 'assignee', 'reporter', 'sprint', 'objective', 'team']) {
    expect(included[name], name).toHaveLength(1);
  }
  expect(idsIn(included.labels)).toEqual([...story.labels].sort());
});

test('nothing is included unless the request names it, and a page without stories includes nothing', async () => {
  const story = await api.create({ teamId: team.id });
  expect((await api.get(story.id)).json).toEqual({ data: story });
  const lone = await api.list({
    assigneeId: 'me',
    sprintId: await seed(workspace).sprint(team),
    include: 'team',
  });
  expect(lone.json).toMatchObject({ data: [], included: { team: [] } });
  const answer = await member.client.get(`${workspace.path}/stories/${story.id}`, {
    include: 'assignee,sprint,objective,labels',
  });
  expect(answer.json.included).toEqual({ assignee: [], sprint: [], objective: [], labels: [] });
});

test('the next page accepts include too, or omits it', async () => {
  const { team: other, api: theirs } = await newStoryWorkspace();
  for (let made = 0; made < 3; made++) await theirs.create({ teamId: other.id });
  const first = await theirs.list({ limit: 2, include: 'team' });
  const cursor = String(first.json.meta.nextCursor);
  const next = await theirs.list({ limit: 2, include: 'team', cursor });
  expect(next.json).toMatchObject({ data: [{}], included: { team: [{ id: other.id }] } });
  expect((await theirs.list({ limit: 2, cursor })).json.data).toEqual(next.json.data);
});

test('programs that report and assignees who were removed have their names too', async () => {
  const account = await workspace.serviceAccount([team]);
  const leaver = await workspace.person('member', [team]);
  const story = await storyApi(workspace, account.client).create({ teamId: team.id, assigneeId: leaver.id });
  await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, leaver.id))!);
  const answer = await member.client.get(`${workspace.path}/stories/${story.id}`, {
    include: 'assignee,reporter',
  });
  expect(answer.json.included).toMatchObject({
    assignee: [{ id: leaver.id, kind: 'user', name: 'A member' }],
    reporter: [{ id: account.id, kind: 'service_account', name: 'A program' }],
  });
});

test('included resources that the caller cannot see are left out', async () => {
  const { client } = await workspace.person('admin', [team]);
  const objective = await planningApi(workspace, client).objective(team, { private: true });
  const story = await storyApi(workspace, client).create({ teamId: team.id, objectiveId: objective.id });
  const asked = { include: 'objective,status' };
  const shown = await client.get(`${workspace.path}/stories/${story.id}`, asked);
  expect(idsIn(shown.json.included.objective)).toEqual([objective.id]);
  const hidden = await member.client.get(`${workspace.path}/stories/${story.id}`, asked);
  expect(hidden.json.data.objectiveId).toBe(objective.id);
  expect(hidden.json.included).toMatchObject({ objective: [], status: [{ id: story.statusId }] });
});

test('each included kind needs its own scope, and the 403 names it', async () => {
  const story = await api.create({ teamId: team.id });
  const scopeOf = {
    status: 'teams:read',
    assignee: 'members:read',
    reporter: 'members:read',
    labels: 'labels:read',
    sprint: 'sprints:read',
    objective: 'objectives:read',
    team: 'teams:read',
  } as const;
  const bare = await workspace.clientFor(member.id, { scopes: ['stories:read'] });
  for (const [include, scope] of Object.entries(scopeOf)) {
    const refused = await bare.get(`${workspace.path}/stories/${story.id}`, { include });
    expectRefusal(refused, 403, 'insufficient_scope');
    expect(refused.json.error.missingScopes).toEqual([scope]);
    expect(refused.json.error.hint).toContain(scope);
    expectRefusal(await bare.get(`${workspace.path}/stories`, { include }), 403, 'insufficient_scope');
    const enough = await workspace.clientFor(member.id, { scopes: ['stories:read', scope] });
    expect((await enough.get(`${workspace.path}/stories`, { include })).status, include).toBe(200);
  }
});

test('a service account includes what it may read on its own', async () => {
  const scopes = ['stories:read', 'teams:read', 'members:read', 'labels:read'] as const;
  const account = await workspace.serviceAccount([team], scopes);
  const story = await fullStory();
  const get = (include: string) => account.client.get(`${workspace.path}/stories/${story.id}`, { include });
  const { json } = await get('status,assignee,reporter,labels,team');
  expect(Object.values(json.included).every((list) => (list as unknown[]).length > 0)).toBe(true);
  for (const include of ['sprint', 'objective']) {
    expectRefusal(await get(include), 403, 'insufficient_scope');
  }
});

test('unknown words and an empty list are refused', async () => {
  const story = await api.create({ teamId: team.id });
  for (const include of ['statuses', 'status,keyResult', '']) {
    const answer = await member.client.get(`${workspace.path}/stories/${story.id}`, { include });
    expectBadFields(answer, ['query.include']);
  }
  expect((await api.get(story.id)).status).toBe(200);
});
