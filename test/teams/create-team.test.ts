import { beforeAll, describe, expect, test } from 'vitest';
import { expectBadFields, expectRefusal, readAll } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
});

let codes = 0;
const newCode = () => `C${codes++}`.padEnd(4, 'X');
const send = (body: object, headers: Record<string, string> = {}, client: Client = admin.client) =>
  client.post(`${workspace.path}/teams`, body, headers);

const codesInUse = async () =>
  (await workspace.operator.listTeams(workspace.id)).map(({ code }) => code).toSorted();

/** Does something that is refused, and holds that no team came of it. */
async function withoutNewTeam(act: () => Promise<unknown>) {
  const before = await codesInUse();
  await act();
  expect(await codesInUse()).toEqual(before);
}

test('name and code are enough; the caller joins at once', async () => {
  const code = newCode();
  const { status, json } = await send({ name: 'Engineering', code });

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    name: 'Engineering',
    code,
    color: '#6366f1',
    private: false,
    memberCount: 1,
    sprintsEnabled: true,
    estimateScheme: 'points',
    updateEveryDays: null,
    intakeEnabled: false,
    reviewRequired: false,
    createdAt: json.data.updatedAt,
    updatedAt: expect.any(String),
  });
  expect((await admin.client.get(`${workspace.path}/teams/${json.data.id}`)).json).toEqual(json);
  expect((await admin.client.get('/api/v1/me')).json.data.teamIds).toContain(json.data.id);
});

test('every field is stored as it was sent', async () => {
  const body = {
    name: 'Дизайн 🎨',
    code: '0Z',
    color: '#ABCDEF',
    private: true,
    sprintsEnabled: false,
    estimateScheme: 'tshirt',
  };
  expect((await send(body)).json.data).toMatchObject(body);
});

test('a new team has five statuses, of which Backlog is the default', async () => {
  const { id: teamId } = (await send({ name: 'Started', code: newCode() })).json.data;
  const statuses = await readAll(admin.client, `${workspace.path}/statuses`, { teamId });

  const shown = statuses.toSorted((a, b) => a.order - b.order);
  expect(shown.map(({ name, category, order }) => [order, name, category])).toEqual([
    [0, 'Backlog', 'backlog'],
    [1, 'To Do', 'unstarted'],
    [2, 'In Progress', 'started'],
    [3, 'Done', 'completed'],
    [4, 'Cancelled', 'cancelled'],
  ]);
  expect(shown.map(({ isDefault }) => isDefault)).toEqual([true, false, false, false, false]);
});

describe('the code of a new team', () => {
  test('is taken once in a workspace, by public and private teams alike', async () => {
    const code = newCode();
    await send({ name: 'First', code, private: true });

    await withoutNewTeam(async () => {
      expectRefusal(await send({ name: 'Second', code }), 409, 'conflict');
    });
    const elsewhere = await newWorkspace();
    const other = await elsewhere.person('admin');
    expect((await other.client.post(`${elsewhere.path}/teams`, { name: 'There', code })).status).toBe(201);
  });

  test('is taken by one of ten requests at once', async () => {
    const code = newCode();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ name: 'Race', code })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(9).fill(409)]);
  });
});

describe('an Idempotency-Key', () => {
  test('shows the team as it is now to a caller who is still in it', async () => {
    const [body, headers] = [{ name: 'Before', code: newCode() }, { 'idempotency-key': newKey() }];
    const { data: team } = (await send(body, headers)).json;
    await workspace.operator.updateTeam(team, { name: 'After' });
    expect((await send(body, headers)).json.data).toMatchObject({ id: team.id, name: 'After' });

    await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: team.id, principalId: admin.id });
    await withoutNewTeam(async () => expectRefusal(await send(body, headers), 404, 'not_found'));
  });
});

test('members, guests, service accounts and restricted tokens create no team', async () => {
  const team = await workspace.team();
  const restricted = await workspace.person('admin', [team], { teamIds: [team.id] });
  const body = { name: 'No', code: newCode() };

  await withoutNewTeam(async () => {
    for (const role of ['member', 'guest'] as const) {
      const { client } = await workspace.person(role, [team]);
      expectRefusal(await send(body, {}, client), 403, 'insufficient_role');
    }
    const account = await workspace.serviceAccount([team], ['teams:read']);
    expectRefusal(await send(body, {}, account.client), 403, 'insufficient_scope');
    expectRefusal(await send(body, {}, restricted.client), 403, 'restricted_credential');
  });
});

test.each<[object, string]>([
  [{ code: 'OK1' }, 'name'],
  [{ name: 'No code' }, 'code'],
  [{ name: '', code: 'OK1' }, 'name'],
  [{ name: 'x'.repeat(121), code: 'OK1' }, 'name'],
  [{ name: 'line\nbreak', code: 'OK1' }, 'name'],
  [{ name: 'x', code: 'A' }, 'code'],
  [{ name: 'x', code: 'MUCHTOOLONG' }, 'code'],
  [{ name: 'x', code: 'eng' }, 'code'],
  [{ name: 'x', code: 'EN-G' }, 'code'],
  [{ name: 'x', code: 'ÄNG' }, 'code'],
  [{ name: 'x', code: 'ENG\n' }, 'code'],
  [{ name: 'x', code: 'OK1', color: 'red' }, 'color'],
  [{ name: 'x', code: 'OK1', color: '#12345' }, 'color'],
  [{ name: 'x', code: 'OK1', private: 'yes' }, 'private'],
  [{ name: 'x', code: 'OK1', private: null }, 'private'],
  [{ name: 'x', code: 'OK1', estimateScheme: 'fibonacci' }, 'estimateScheme'],
  [{ name: 'x', code: 'OK1', memberCount: 5 }, 'memberCount'],
  [{ name: 'x', code: 'OK1', id: 'x' }, 'id'],
])('a team with %j is refused', async (body, path) => {
  await withoutNewTeam(async () => expectBadFields(await send(body), [path]));
});
