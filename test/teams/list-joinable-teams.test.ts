import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal, readPages } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';

test('public teams that the caller has not joined are listed by name, and can be joined', async () => {
  const workspace = await newWorkspace();
  const joined = await workspace.team({ name: 'Joined' });
  await workspace.team({ name: 'b' });
  const open = await workspace.team({ name: 'A' });
  await workspace.team({ name: 'Closed', private: true });
  await (await newWorkspace()).team({ name: 'Elsewhere' });
  const path = `${workspace.path}/joinable-teams`;
  for (const role of ['member', 'admin'] as const) {
    const { client } = await workspace.person(role, [joined]);
    const { status, json } = await client.get(path);
    expect([status, json.data.map(({ name }: { name: string }) => name)]).toEqual([200, ['A', 'b']]);
    expect(json.data[0]).toMatchObject({ id: open.id, code: open.code });

    await client.post(`${workspace.path}/teams/${open.id}/join`);
    const left = (await client.get(path)).json.data;
    expect(left.map(({ name }: { name: string }) => name)).toEqual(['b']);
  }
});

test('each team is listed once in pages of every size, with its members counted', async () => {
  const workspace = await newWorkspace();
  const teams = await Promise.all(
    Array.from({ length: 9 }, (_, index) => workspace.team({ name: `Team ${index}` })),
  );
  await workspace.person('guest', teams);
  const { client } = await workspace.person('member');

  for (const limit of [1, 4, 9, 100]) {
    const pages = await readPages(client, `${workspace.path}/joinable-teams`, { limit });
    expect(pages).toHaveLength(Math.ceil(9 / limit));
    expect(pages.flat()).toEqual(teams.map((team) => ({ ...team, memberCount: 1 })));
  }
});

test('a team that becomes private can no longer be found', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const { client } = await workspace.person('member');
  await workspace.operator.updateTeam(team, { private: true });

  expect((await client.get(`${workspace.path}/joinable-teams`)).json.data).toEqual([]);
  expectRefusal(await client.post(`${workspace.path}/teams/${team.id}/join`), 404, 'not_found');
});

test('a restricted token finds no team; guests and service accounts may not use the list', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  await workspace.team();
  const path = `${workspace.path}/joinable-teams`;
  const restricted = await workspace.person('admin', [team], { teamIds: [team.id] });
  expect((await restricted.client.get(path)).json.data).toEqual([]);

  const [guest, account] = [await workspace.person('guest'), await workspace.serviceAccount([team])];
  expectRefusal(await guest.client.get(path), 403, 'insufficient_role');
  expectRefusal(await account.client.get(path), 403, 'principal_not_supported');
});

test('bad queries are refused', async () => {
  const workspace = await newWorkspace();
  const { client } = await workspace.person('member');
  const path = `${workspace.path}/joinable-teams`;

  expectBadFields(await client.get(path, { limit: 0 }), ['query.limit']);
  expectBadFields(await client.get(path, { name: 'x' }), ['query.name']);
  expectRefusal(await client.get(path, { cursor: 'v1.AAAA' }), 400, 'invalid_cursor');
});
