import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { storyApi } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;

/** A team of its own for each test. */
async function newTeam(fields: Partial<Team> = {}): Promise<Team> {
  const { id } = await workspace.team(fields);
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: id, principalId: admin.id });
  return await read(id);
}

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  team = await newTeam();
});

const at = (id: string) => `${workspace.path}/teams/${id}`;
const read = async (id: string): Promise<Team> => (await admin.client.get(at(id))).json.data;
const update = ({ id, updatedAt }: Team, fields: object, headers = {}, by = admin) =>
  by.client.patch(at(id), { expectedUpdatedAt: updatedAt, ...fields }, headers);

let codes = 0;
const newCode = () => `U${(codes++).toString(36).toUpperCase().padStart(4, '0')}`;

test('an update changes each field, and moves the version', async () => {
  const before = await newTeam();
  const fields = {
    name: 'Renamed',
    code: newCode(),
    color: '#abcdef',
    private: true,
    sprintsEnabled: false,
    estimateScheme: 'hours',
  };
  const { status, json } = await update(before, fields);

  expect(status).toBe(200);
  expect(json.data).toEqual({ ...before, ...fields, updatedAt: json.data.updatedAt });
  expect(json.data.updatedAt > before.updatedAt).toBe(true);
  expect(await read(before.id)).toEqual(json.data);
});

test('a private team is no longer found, and a public one is again', async () => {
  const other = await workspace.person('member');
  const findable = async () =>
    (await other.client.get(`${workspace.path}/joinable-teams`)).json.data.map((one: Team) => one.id);
  const closed = (await update(await newTeam(), { private: true })).json.data;
  expect(await findable()).not.toContain(closed.id);
  expectRefusal(await other.client.post(`${at(closed.id)}/join`), 404, 'not_found');

  await update(closed, { private: false });
  expect(await findable()).toContain(closed.id);
  expect((await other.client.post(`${at(closed.id)}/join`)).status).toBe(200);
});

test('another estimate scheme applies to the next estimate', async () => {
  const before = await newTeam();
  const api = storyApi(workspace, admin.client);
  const story = await api.create({ teamId: before.id, estimateValue: 3 });
  await update(before, { estimateScheme: 'tshirt' });

  expect((await api.read(story.id)).estimateLabel).toBe('3');
  expect((await api.change(story, { estimateValue: 4 })).estimateLabel).toBe('L');
});

test('members who join meanwhile are counted without changing the version', async () => {
  const before = await newTeam();
  const people = await Promise.all(Array.from({ length: 5 }, () => workspace.person('member')));
  const [answer] = await Promise.all([
    update(before, { name: 'Meanwhile' }),
    ...people.map(({ client }) => client.post(`${at(before.id)}/join`)),
  ]);
  expect(answer.status).toBe(200);
  expect(await read(before.id)).toMatchObject({ name: 'Meanwhile', memberCount: 6 });
});

describe('the code of a team', () => {
  test('changes while the team has no stories, the next story has it, and the former one is free', async () => {
    const before = await newTeam();
    const code = newCode();
    await update(before, { code });
    const api = storyApi(workspace, admin.client);

    expect((await api.create({ teamId: before.id })).reference).toBe(`${code}-1`);
    expect((await api.create({ teamId: before.id })).reference).toBe(`${code}-2`);
    const byReference = await admin.client.get(`${workspace.path}/stories-by-reference/${code}-1`);
    expect(byReference.json.data.teamId).toBe(before.id);
    expect((await newTeam({ code: before.code })).code).toBe(before.code);
  });

  test('stays once a story has used it, even when the story is gone', async () => {
    const before = await newTeam();
    const api = storyApi(workspace, admin.client);
    const { id } = await api.create({ teamId: before.id });
    await api.delete(id);

    expectRefusal(await update(before, { code: newCode() }), 409, 'conflict');
    expect(await read(before.id)).toEqual(before);
    expect((await update(before, { code: before.code, name: 'Same code' })).status).toBe(200);
  });

  test('is a conflict if another team has it, and one of several teams that take it at once gets it', async () => {
    const other = await newTeam();
    const teams = await Promise.all(Array.from({ length: 6 }, () => newTeam()));
    expectRefusal(await update(teams[0]!, { code: other.code }), 409, 'conflict');

    const code = newCode();
    const answers = await Promise.all(teams.map((one) => update(one, { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(5).fill(409)]);
  });

  test('never differs from that of a story created at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const before = await newTeam();
      const code = newCode();
      const api = storyApi(workspace, admin.client);
      const [answer, ...stories] = await Promise.all([
        update(before, { code }),
        ...Array.from({ length: 4 }, () => api.create({ teamId: before.id })),
      ]);
      const now = await read(before.id);
      expect(now.code).toBe(answer.status === 200 ? code : before.code);
      for (const { reference, sequenceId } of stories) expect(reference).toBe(`${now.code}-${sequenceId}`);
    }
  });
});

test.each([
  [{}, ['body']],
  [{ code: 'eng' }, ['code']],
  [{ estimateScheme: 'bananas' }, ['estimateScheme']],
  [{ private: null }, ['private']],
  [{ memberCount: 7 }, ['memberCount']],
])('an update with %j is refused', async (fields, paths) => {
  expectBadFields(await update(team, fields), paths);
  expect(await read(team.id)).toEqual(team);
});

test('a public team is updated by any admin, a private one by admins in it, and neither by a member', async () => {
  const outsider = await workspace.person('admin');
  const open = await newTeam();
  const closed = await newTeam({ private: true });
  expect((await update(open, { name: 'By another' }, {}, outsider)).status).toBe(200);
  expectRefusal(await update(closed, { name: 'x' }, {}, outsider), 404, 'not_found');
  const restricted = await workspace.clientFor(admin.id, { teamIds: [team.id] });
  expectRefusal(await update(open, { name: 'x' }, {}, { ...admin, client: restricted }), 404, 'not_found');
  const member = await workspace.person('member', [open, closed]);
  expectRefusal(await update(open, { name: 'x' }, {}, member), 403, 'insufficient_role');
  expectRefusal(await update({ ...open, id: randomUUID() }, { name: 'x' }), 404, 'not_found');
  expect(await read(closed.id)).toMatchObject({ name: closed.name, updatedAt: closed.updatedAt });
});
