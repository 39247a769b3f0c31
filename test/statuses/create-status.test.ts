import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';
import { expectBadFields, expectRefusal, expectSameRefusal } from '../support/answers.ts';
import { statusApi, type StatusApi } from './status-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StatusApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  member = await workspace.person('member');
});

/** A team of its own for each test that looks at all statuses. */
async function newTeam() {
  team = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: team.id, principalId: member.id });
  api = statusApi(workspace, member.client, team.id);
}
beforeAll(newTeam);

test('a new status comes after the last one, and stories can have it', async () => {
  await newTeam();
  const { status, json } = await api.send({ name: 'In Review', category: 'started' });

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    teamId: team.id,
    name: 'In Review',
    category: 'started',
    order: 5,
    color: '#6366f1',
    isDefault: false,
    createdAt: json.data.updatedAt,
    updatedAt: json.data.updatedAt,
    archivedAt: null,
    appliesTo: 'story',
  });
  expect((await api.list()).map(({ name }) => name)).toEqual([
    'Backlog',
    'To Do',
    'In Progress',
    'Done',
    'Cancelled',
    'In Review',
  ]);
  const story = await createStoryAs(member.client, workspace, { teamId: team.id, statusId: json.data.id });
  expect(story.statusId).toBe(json.data.id);
});

test('a new default replaces the former one, for the next story too', async () => {
  await newTeam();
  const made = await api.create({ category: 'completed', isDefault: true });

  const defaults = (await api.list()).filter(({ isDefault }) => isDefault);
  expect(defaults).toEqual([made]);
  const story = await createStoryAs(member.client, workspace, { teamId: team.id });
  expect([story.statusId, story.completedAt]).toEqual([made.id, story.createdAt]);
});

test('one of 8 statuses that are created as the default at once is the default in the end', async () => {
  await newTeam();
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.send({ isDefault: true })));

  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  const defaults = (await api.list()).filter(({ isDefault }) => isDefault);
  expect(defaults).toHaveLength(1);
  const story = await createStoryAs(member.client, workspace, { teamId: team.id });
  expect(story.statusId).toBe(defaults[0]!.id);
});

test('a name that the team has, in any case and from the start, is a conflict', async () => {
  await newTeam();
  expectRefusal(await api.send({ name: 'in progress' }), 409, 'conflict');
  await api.create({ name: 'Blocked' });
  expectRefusal(await api.send({ name: 'BLOCKED' }), 409, 'conflict');
  expect(await api.list()).toHaveLength(6);

  await newTeam();
  expect((await api.send({ name: 'Blocked' })).status).toBe(201);
});

test('one of 8 concurrent requests with one name creates a status', async () => {
  await newTeam();
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.send({ name: 'Once' })));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  expect(await api.list()).toHaveLength(6);
});

test('the same key creates one status, and shows it again as it is now', async () => {
  await newTeam();
  const [body, headers] = [{ name: 'Keyed' }, { 'idempotency-key': newKey() }];
  const first = await api.send(body, headers);
  const changed = await api.change(first.json.data, { order: 3 });
  const replay = await api.send(body, headers);

  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect([replay.status, replay.json.data]).toEqual([201, changed]);
  expect(await api.list()).toHaveLength(6);
});

test.each([
  [{ name: undefined }, ['name']],
  [{ category: 'doing' }, ['category']],
  [{ order: -1 }, ['order']],
  [{ order: 1.5 }, ['order']],
  [{ color: null }, ['color']],
  [{ isDefault: 'yes' }, ['isDefault']],
  [{ place: 3 }, ['place']],
])('a status with %j is refused', async (fields, paths) => {
  const before = await api.list();
  expectBadFields(await api.send(fields), paths);
  expect(await api.list()).toEqual(before);
});

test('missing, hidden and foreign teams are refused in the same words', async () => {
  const closed = await workspace.team({ private: true });
  const foreign = await (await newWorkspace()).team();
  const answers = [];
  for (const teamId of [randomUUID(), closed.id, foreign.id]) answers.push(await api.send({ teamId }));
  for (const answer of answers) expectBadFields(answer, ['teamId'], 'invalid_reference');
  expectSameRefusal(answers);
});

test('a guest and a service account create no status', async () => {
  const before = await api.list();
  const guest = await workspace.person('guest', [team]);
  const account = await workspace.serviceAccount([team], ['teams:read']);
  const as = ({ client }: Person) => statusApi(workspace, client, team.id).send({});
  expectRefusal(await as(guest), 403, 'insufficient_role');
  expectRefusal(await as(account), 403, 'insufficient_scope');
  expect(await api.list()).toEqual(before);
});

test('a status of stories needs a team, and one of objectives has none', async () => {
  const { client } = await workspace.person('admin', [team]);
  const make = (fields: object) =>
    client.post(`${workspace.path}/statuses`, { name: randomUUID(), category: 'started', ...fields });
  expectBadFields(await make({}), ['teamId']);
  expectBadFields(await make({ appliesTo: 'story' }), ['teamId']);
  expectBadFields(await make({ appliesTo: 'objective', teamId: team.id }), ['teamId']);
  expect((await make({ appliesTo: 'story', teamId: team.id })).status).toBe(201);
  expect((await make({ appliesTo: 'objective' })).json.data).toMatchObject({
    appliesTo: 'objective',
    teamId: null,
  });
});

describe('a status of objectives', () => {
  const place = async () => {
    const own = await newWorkspace();
    return { own, objectives: statusApi(own, (await own.person('admin')).client, null) };
  };

  test('is created by an admin after the last one', async () => {
    const { objectives } = await place();
    const { status, json } = await objectives.send({ name: 'Paused', category: 'started' });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({ teamId: null, name: 'Paused', order: 5, isDefault: false });
    expect(await objectives.read(json.data.id)).toEqual(json.data);
    expect(await objectives.list()).toContainEqual(json.data);
  });

  test('is the default in the end if it is one of 8 that are created as the default at once', async () => {
    const { objectives } = await place();
    const answers = await Promise.all(Array.from({ length: 8 }, () => objectives.send({ isDefault: true })));
    for (const { status, text } of answers) expect([201, 409], text).toContain(status);
    expect((await objectives.list()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('with a name that objectives have, in any case, is a conflict; with one of a team it is not', async () => {
    const { own, objectives } = await place();
    expectRefusal(await objectives.send({ name: 'done' }), 409, 'conflict');
    const ownTeam = await own.team();
    const insider = await own.person('member', [ownTeam]);
    await statusApi(own, insider.client, ownTeam.id).create({ name: 'Of a team' });
    expect((await objectives.send({ name: 'Of a team' })).status).toBe(201);
  });

  test('is created once under one key', async () => {
    const { objectives } = await place();
    const [body, headers] = [{ name: randomUUID() }, { 'idempotency-key': newKey() }];
    const answers = await Promise.all(Array.from({ length: 8 }, () => objectives.send(body, headers)));
    for (const { status, json } of answers) expect([status, json]).toEqual([201, answers[0]!.json]);
    expect(await objectives.list()).toHaveLength(6);
  });

  test('is refused to members and service accounts', async () => {
    const { own, objectives } = await place();
    const insider = await own.person('member');
    const account = await own.serviceAccount([], ['teams:read']);
    expectRefusal(await statusApi(own, insider.client, null).send({}), 403, 'insufficient_role');
    expectRefusal(await statusApi(own, account.client, null).send({}), 403, 'insufficient_scope');
    expect(await objectives.list()).toHaveLength(5);
  });
});
