import { dayFromNow } from '../recurring-stories/recurring-api.ts';
import { switchIntakeOn } from '../triage/triage-api.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadItemKinds } from '../../cli/deletion/item-kinds.ts';
import type { Item } from '../../shared/kernel/core/database.ts';
import { scanPage } from '../../shared/kernel/db/scan.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { storyCounter } from '../../shared/identity/team/team-store.ts';
import { storyApi, type StoryApi } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { workerService } from '../support/service.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let api: StoryApi;

beforeAll(async () => {
  // What is left is looked for in the whole table, which the shared service's tests fill.
  workspace = await newWorkspace((await workerService()).service);
  admin = await workspace.person('admin');
  api = storyApi(workspace, admin.client);
});

async function newTeam(fields: Partial<Team> = {}): Promise<Team> {
  const team = await workspace.team(fields);
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: team.id, principalId: admin.id });
  return team;
}

const at = ({ id }: Pick<Team, 'id'>) => `${workspace.path}/teams/${id}`;
const remove = (team: Pick<Team, 'id'>, { by = admin, headers = {} } = {}) =>
  by.client.delete(at(team), headers);
const exists = async ({ id }: Team) => (await workspace.operator.getTeam(id)) !== undefined;

/** Tells the team's counter that its last story was made a while ago, as it is a minute later. */
const letTimePass = ({ id }: Team) =>
  commit(workspace.database, [
    { update: storyCounter(id), with: { set: { drawnAt: '2026-01-01T00:00:00.000Z' } }, if: 'present' },
  ]);

async function itemsNaming(id: string): Promise<Item[]> {
  const items: Item[] = [];
  let page: Awaited<ReturnType<typeof scanPage>> | undefined;
  do {
    page = await scanPage(workspace.database, page?.next);
    items.push(...page.items.filter((item) => JSON.stringify(item).includes(id)));
  } while (page.next);
  return items;
}

test('an empty team goes for good, with statuses and labels, and its code is free', async () => {
  const team = await newTeam();
  const label = await workspace.operator.createLabel({
    workspaceId: workspace.id,
    teamId: team.id,
    name: 'Its own',
    color: '#123456',
  });
  const statuses = (await admin.client.get(`${workspace.path}/statuses`, { teamId: team.id })).json.data;
  const { status, json } = await remove(team);

  expect([status, json.data]).toEqual([200, { id: team.id, deleted: true }]);
  expect(await exists(team)).toBe(false);
  expect((await admin.client.get('/api/v1/me')).json.data.teamIds).not.toContain(team.id);
  expectRefusal(await admin.client.get(at(team)), 404, 'not_found');
  const gone = [`/labels/${label.id}`, ...statuses.map((one: { id: string }) => `/statuses/${one.id}`)];
  for (const path of gone) expectRefusal(await admin.client.get(workspace.path + path), 404, 'not_found');
  expect((await newTeam({ code: team.code })).code).toBe(team.code);
});

test('a deletion leaves only what tells of the team, and keeps its code when stories have used that', async () => {
  const team = await newTeam();
  const { id: teamId } = team;
  const recurring = { name: 'Its own', rule: 'FREQ=YEARLY', startDate: dayFromNow(9) };
  const made = [
    await admin.client.post(`${workspace.path}/labels`, { name: 'Its own', teamId }),
    await admin.client.post(`${workspace.path}/custom-fields`, { name: 'Its own', type: 'text', teamId }),
    await admin.client.post(`${workspace.path}/story-templates`, { name: 'Its own', teamId }),
    await admin.client.post(`${workspace.path}/recurring-stories`, { ...recurring, teamId }),
    await admin.client.post(`${workspace.path}/views`, { name: 'Its own', visibility: 'team', teamId }),
    await admin.client.request('PUT', `${at(team)}/sprint-cadence`, {
      raw: JSON.stringify({ enabled: false, lengthWeeks: 2, startsOn: 'monday', timeZone: 'Europe/Berlin' }),
      headers: { 'content-type': 'application/json' },
    }),
  ];
  await switchIntakeOn(workspace, admin.client, team);
  made.push(await admin.client.request('POST', `${at(team)}/triage-address`));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 200, 201]);
  const story = await api.create({ teamId });
  await api.delete(story.id);
  await letTimePass(team);

  const kinds = await loadItemKinds();
  const kindOf = ({ pk }: Item) => kinds.find(({ prefix }) => pk.startsWith(prefix));
  const before = new Set((await itemsNaming(teamId)).map(kindOf));
  // A new kind of items of teams: give this team one, and delete it with the team.
  const missing = kinds.filter((kind) => kind.deletedBy === 'team' && !before.has(kind));
  expect(missing.map(({ prefix }) => prefix)).toEqual([]);

  expect((await remove(team)).status).toBe(200);
  // The trail, the log with its change sets, the bin, the code that stays taken, and the counter that says so.
  const remains = ['AU#', 'LOG#', 'CS#', 'BIN#', 'G#code#', 'T#'];
  const others = async () =>
    (await itemsNaming(teamId)).filter((item) => !remains.includes(kindOf(item)?.prefix ?? ''));
  const left = async () => (await others()).map(({ pk, sk }) => `${pk} ${sk}`);
  // Jobs of the team and what follows the story's deletion may still be on their way.
  await expect.poll(left).toEqual([]);
});

test('an admin who is not in a public team deletes it if it has no members, but no private one', async () => {
  const outsider = await workspace.person('admin');
  const closed = await newTeam({ private: true });
  expectRefusal(await remove(closed, { by: outsider }), 404, 'not_found');
  const open = await workspace.team();
  expect((await remove(open, { by: outsider })).status).toBe(200);
  expect([await exists(closed), await exists(open)]).toEqual([true, false]);
});

describe('deletion is refused while the team has', () => {
  test('a story, also an archived one; afterwards its code stays taken', async () => {
    const team = await newTeam();
    const story = await api.create({ teamId: team.id });
    await letTimePass(team);
    expectRefusal(await remove(team), 409, 'conflict');
    await api.archive(story.id);
    expectRefusal(await remove(team), 409, 'conflict');
    await api.delete(story.id);

    expect((await remove(team)).status).toBe(200);
    const again = await admin.client.post(`${workspace.path}/teams`, { name: 'x', code: team.code });
    expectRefusal(again, 409, 'conflict');
    expectRefusal(
      await admin.client.get(`${workspace.path}/stories-by-reference/${story.reference}`),
      404,
      'not_found',
    );
  });

  test('had a story a moment ago, when another one could be on its way', async () => {
    const team = await newTeam();
    const { id } = await api.create({ teamId: team.id });
    await api.delete(id);
    const { hint } = expectRefusal(await remove(team), 409, 'conflict');
    expect(hint).toContain('minute');
    expect((await api.send({ title: 'Goes on', teamId: team.id })).status).toBe(201);
  });

  test('a sprint or an objective', async () => {
    const team = await newTeam();
    const { path } = workspace;
    const sprint = {
      name: 'x',
      teamId: team.id,
      startDate: '2026-01-01T00:00:00Z',
      endDate: '2026-01-09T00:00:00Z',
    };
    const made = [
      [`${path}/sprints`, await admin.client.post(`${path}/sprints`, sprint)],
      [`${path}/objectives`, await admin.client.post(`${path}/objectives`, { name: 'x', teamId: team.id })],
      [
        `${path}/objectives`,
        await admin.client.post(`${path}/objectives`, { name: 'y', teamId: team.id, private: true }),
      ],
    ] as const;
    for (const [noun, { json }] of made) {
      expectRefusal(await remove(team), 409, 'conflict');
      expect((await admin.client.delete(`${noun}/${json.data.id}`)).status).toBe(200);
    }
    expect((await remove(team)).status).toBe(200);
  });

  test('service accounts', async () => {
    const team = await newTeam();
    const { id } = await workspace.serviceAccount([team]);
    expectRefusal(await remove(team), 409, 'conflict');
    const path = `${workspace.path}/service-accounts/${id}/teams/${team.id}`;
    expect((await admin.client.delete(path)).status).toBe(200);
    expect((await remove(team)).status).toBe(200);
  });

  test('other members', async () => {
    const team = await newTeam();
    const other = await workspace.person('member', [team]);
    expectRefusal(await remove(team), 409, 'conflict');
    expect((await workspace.operator.listTeamMemberIds(team.id)).toSorted()).toEqual(
      [admin.id, other.id].toSorted(),
    );
    await admin.client.delete(`${at(team)}/members/${other.id}`);
    expect((await remove(team)).status).toBe(200);
  });
});

test('a story that is created at once is either in a team that stays, or refused', async () => {
  for (let round = 0; round < 15; round++) {
    const team = await newTeam();
    const [removal, ...made] = await Promise.all([
      remove(team),
      ...Array.from({ length: 3 }, () => api.send({ title: 'At once', teamId: team.id })),
    ]);
    expect([200, 409]).toContain(removal.status);
    expect(await exists(team)).toBe(removal.status === 409);
    for (const answer of made) {
      if (removal.status === 200) expectRefusal(answer, 400, 'invalid_reference');
      else expect(answer.status).toBe(201);
    }
  }
});

test('a person who joins at once is either in a team that stays, or in none', async () => {
  for (let round = 0; round < 10; round++) {
    const team = await newTeam();
    const person = await workspace.person('member');
    await Promise.all([remove(team), person.client.post(`${at(team)}/join`)]);
    const { teamIds } = (await person.client.get('/api/v1/me')).json.data;
    expect(teamIds.includes(team.id)).toBe(await exists(team));
    expect(await workspace.operator.listTeamMemberIds(team.id)).toHaveLength(
      (await workspace.operator.getTeam(team.id))?.memberCount ?? 0,
    );
  }
});

test('one of ten concurrent requests deletes the team; the same key is a replay', async () => {
  const team = await newTeam();
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(team)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);

  const headers = { 'idempotency-key': newKey() };
  const other = await newTeam();
  const first = await remove(other, { headers });
  const replay = await remove(other, { headers });
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.json).toEqual(first.json);
});

test('a member deletes no team, and an unknown team is 404', async () => {
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  expectRefusal(await remove(team, { by: member }), 403, 'insufficient_role');
  expect(await exists(team)).toBe(true);
  expectRefusal(await remove({ id: randomUUID() }), 404, 'not_found');
});
