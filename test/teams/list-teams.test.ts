import { expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, readAll, readPages } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';

const names = (teams: Team[]) => teams.map(({ name }) => name);

test('joined teams are listed by name as people sort, then id, regardless of case', async () => {
  const workspace = await newWorkspace();
  const teams: Team[] = [];
  for (const name of ['beta', 'Alpha', 'Beta 2', 'Émile', '10', '9', 'Zoo', 'Äpfel', 'Beta 10', 'ärger'])
    teams.push(await workspace.team({ name }));
  // Private teams may have the name of another.
  teams.push(await workspace.team({ name: 'ALPHA', private: true }));
  await workspace.team({ name: 'Not joined' });
  const { client } = await workspace.person('guest', teams);
  const { status, json } = await client.get(`${workspace.path}/teams`);

  expect(status).toBe(200);
  expect(names(json.data)).toEqual('9,10,Alpha,ALPHA,Äpfel,ärger,beta,Beta 2,Beta 10,Émile,Zoo'.split(','));
  const pages = await readPages(client, `${workspace.path}/teams`, { limit: 3 });
  expect(names(pages.flat())).toEqual(names(json.data));
  expect(json.data[2].id < json.data[3].id).toBe(true);
  expect(json.data).toContainEqual({ ...teams[0], memberCount: 1 });
  expect(json.meta).toEqual({ hasMore: false, nextCursor: null });
});

test('each team is listed once in pages of every size', async () => {
  const workspace = await newWorkspace();
  const teams = await Promise.all(
    Array.from({ length: 12 }, (_, index) => workspace.team({ name: `Same ${index % 3}`, private: true })),
  );
  const { client } = await workspace.person('member', teams);
  const path = `${workspace.path}/teams`;
  const all = await readAll(client, path);

  expect(all.map(({ id }) => id).toSorted()).toEqual(teams.map(({ id }) => id).toSorted());
  for (const limit of [1, 5, 11, 12, 100]) {
    const pages = await readPages(client, path, { limit });
    expect(pages.flat()).toEqual(all);
    expect(pages).toHaveLength(Math.ceil(12 / limit));
  }
});

test('an admin sees the joined teams only; a credential and a service account see theirs', async () => {
  const workspace = await newWorkspace();
  const [first, second] = [await workspace.team({ name: 'First' }), await workspace.team({ name: 'Second' })];
  await workspace.team({ private: true });
  const admin = await workspace.person('admin', [first, second]);
  const list = async ({ get }: typeof admin.client) =>
    names((await get(`${workspace.path}/teams`)).json.data);

  expect(await list(admin.client)).toEqual(['First', 'Second']);
  expect(await list(await workspace.clientFor(admin.id, { teamIds: [second.id] }))).toEqual(['Second']);
  expect(await list((await workspace.serviceAccount([first])).client)).toEqual(['First']);
  expect(await list((await workspace.person('admin')).client)).toEqual([]);
});

test('a team that is left between pages is gone from the next', async () => {
  const workspace = await newWorkspace();
  const teams = [
    await workspace.team({ name: 'A' }),
    await workspace.team({ name: 'B' }),
    await workspace.team({ name: 'C' }),
  ];
  const { id, client } = await workspace.person('member', teams);
  const { meta } = (await client.get(`${workspace.path}/teams`, { limit: 1 })).json;
  for (const team of teams.slice(0, 2)) {
    await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: team.id, principalId: id });
  }

  const next = await client.get(`${workspace.path}/teams`, { limit: 1, cursor: meta.nextCursor });
  expect(names(next.json.data)).toEqual(['C']);
});

test('a cursor of another list or caller is refused', async () => {
  const workspace = await newWorkspace();
  const teams = [await workspace.team(), await workspace.team()];
  const { client } = await workspace.person('member', teams);
  const colleague = await workspace.person('member', teams);
  const path = `${workspace.path}/teams`;
  const cursor = (await client.get(path, { limit: 1 })).json.meta.nextCursor;

  const answers = [
    await client.get(path, { limit: 1, cursor: `${cursor}A` }),
    await client.get(`${workspace.path}/joinable-teams`, { limit: 1, cursor }),
    await colleague.client.get(path, { limit: 1, cursor }),
  ];
  for (const answer of answers) expectRefusal(answer, 400, 'invalid_cursor');
  expectBadFields(await client.get(path, { teamId: teams[0]!.id }), ['query.teamId']);
  expectBadFields(await client.get(path, { limit: 101 }), ['query.limit']);
});
