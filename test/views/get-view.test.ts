import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';
import { viewApi } from './view-api.ts';

test('a person who leaves the team no longer sees its views, not even those that they created', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  await workspace.person('member', [team]);
  const api = viewApi(workspace, member.client);
  const [ofTeam, own] = [await api.create({ visibility: 'team', teamId: team.id }), await api.create()];
  await member.client.post(`${workspace.path}/teams/${team.id}/leave`);
  expectRefusal(await api.get(ofTeam.id), 404, 'not_found');
  expect((await api.get(own.id)).json.data).toEqual(own);
});
