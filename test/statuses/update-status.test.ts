import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { statusApi, type StatusApi } from './status-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StatusApi;

async function newTeam() {
  team = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: team.id, principalId: member.id });
  api = statusApi(workspace, member.client, team.id);
}

beforeAll(async () => {
  workspace = await newWorkspace();
  member = await workspace.person('member');
  await newTeam();
});

const defaults = async () => (await api.list()).filter(({ isDefault }) => isDefault);

test('an update changes name, color and order, and moves the version', async () => {
  const status = await api.create();
  const fields = { name: randomUUID(), color: '#abcdef', order: 0 };
  const { status: code, json } = await api.update(status, fields);

  expect(code).toBe(200);
  expect(json.data).toEqual({ ...status, ...fields, updatedAt: json.data.updatedAt });
  expect(json.data.updatedAt > status.updatedAt).toBe(true);
  expect(await api.read(status.id)).toEqual(json.data);
  expect(await api.list()).toContainEqual(json.data);
});

test('a name that another status of the team has, in any case, is a conflict; a former one is free', async () => {
  await newTeam();
  const status = await api.create({ name: 'Blocked' });
  expectRefusal(await api.update(status, { name: 'DONE' }), 409, 'conflict');
  expect(await api.read(status.id)).toEqual(status);

  const upper = await api.change(status, { name: 'BLOCKED' });
  await api.change(upper, { name: 'Waiting' });
  expect((await api.send({ name: 'Blocked' })).status).toBe(201);
});

describe('the default status', () => {
  test('changes for the next story, and the former one is no longer the default', async () => {
    await newTeam();
    const [former] = await defaults();
    const status = await api.create();
    const next = await api.change(status, { isDefault: true });

    expect(await defaults()).toEqual([next]);
    const now = await api.read(former!.id);
    expect(now).toEqual({ ...former, isDefault: false, updatedAt: now.updatedAt });
    expect(now.updatedAt > former!.updatedAt).toBe(true);
    const story = await createStoryAs(member.client, workspace, { teamId: team.id });
    expect(story.statusId).toBe(next.id);
  });

  test('stays the default until another status is', async () => {
    const [status] = await defaults();
    expectRefusal(await api.update(status!, { isDefault: false }), 409, 'conflict');
    expect(await defaults()).toEqual([status]);
  });

  test('is exactly one after all five were made it at once', async () => {
    for (let round = 0; round < 5; round++) {
      await newTeam();
      const statuses = await api.list();
      const answers = await Promise.all(statuses.map((status) => api.update(status, { isDefault: true })));

      for (const { status, text } of answers) expect([200, 409], text).toContain(status);
      expect(await defaults()).toHaveLength(1);
      const story = await createStoryAs(member.client, workspace, { teamId: team.id });
      expect(story.statusId).toBe((await defaults())[0]!.id);
    }
  });

  test('cannot be an archived one', async () => {
    const { id } = await api.create();
    const archived = (await api.archive(id)).json.data;
    expectRefusal(await api.update(archived, { isDefault: true }), 409, 'conflict');
    expect(await api.read(id)).toEqual(archived);
  });
});

test.each([
  [{}, ['body']],
  [{ category: 'completed' }, ['category']],
  [{ teamId: randomUUID() }, ['teamId']],
  [{ name: null }, ['name']],
  [{ order: 10_001 }, ['order']],
])('an update with %j is refused', async (fields, paths) => {
  const status = await api.create();
  expectBadFields(await api.update(status, fields), paths);
  expect(await api.read(status.id)).toEqual(status);
});

test('statuses of objectives are changed by admins only', async () => {
  const admin = await workspace.person('admin');
  const [status] = await statusApi(workspace, admin.client, null).list();
  expectRefusal(await api.update(status!, { color: '#000000' }), 403, 'insufficient_role');
  expect(await api.read(status!.id)).toEqual(status);

  const changed = await statusApi(workspace, admin.client, null).change(status!, { color: '#000000' });
  expect(changed.color).toBe('#000000');
});

test('a guest, a service account and an outsider change nothing', async () => {
  const status = await api.create();
  const as = ({ client }: Person) => statusApi(workspace, client, team.id).update(status, { order: 1 });
  expectRefusal(await as(await workspace.person('guest', [team])), 403, 'insufficient_role');
  expectRefusal(await as(await workspace.serviceAccount([team], ['teams:read'])), 403, 'insufficient_scope');
  expectRefusal(await as(await workspace.person('admin')), 404, 'not_found');
  expect(await api.read(status.id)).toEqual(status);
});
