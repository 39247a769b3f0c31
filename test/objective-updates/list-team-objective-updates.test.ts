import { expect, test } from 'vitest';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';

test('updates of several objectives are listed newest first, without those of private ones', async () => {
  const workspace = await newWorkspace();
  const teams = [await workspace.team(), await workspace.team()] as const;
  const [author, reader] = [
    await workspace.person('member', [...teams]),
    await workspace.person('member', [...teams]),
  ];
  const plan = planningApi(workspace, author.client);
  const first = await plan.updatesOf(await plan.objective(teams[0])).write();
  const secret = await plan.updatesOf(await plan.objective(teams[0], { private: true })).write();
  const last = await plan.updatesOf(await plan.objective(teams[1])).write();
  const list = async (client: typeof reader.client, query = {}) =>
    (await client.get(`${workspace.path}/objective-updates`, query)).json.data;
  expect(await list(author.client)).toEqual([last, secret, first]);
  expect(await list(reader.client)).toEqual([last, first]);
  expect(await list(reader.client, { teamId: teams[0].id })).toEqual([first]);
  expect(await list(reader.client, { updatedSince: last.updatedAt })).toEqual([last]);
  expect(await list((await workspace.person('member')).client)).toEqual([]);
});
