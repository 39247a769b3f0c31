import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';

test('everyone in the team, guests too, sees its cadence; others do not', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const [member, guest, stranger] = [
    await workspace.person('member', [team]),
    await workspace.person('guest', [team]),
    await workspace.person('admin'),
  ];
  const at = `${workspace.path}/teams/${team.id}/sprint-cadence`;
  expectRefusal(await member.client.get(at), 404, 'not_found');
  const body = { enabled: false, lengthWeeks: 3, startsOn: 'thursday', timeZone: 'Asia/Kolkata' };
  const { json } = await member.client.request('PUT', at, { body });
  expect(json.data).toMatchObject({ ...body, teamId: team.id, workspaceId: workspace.id });
  for (const { client } of [member, guest]) expect((await client.get(at)).json).toEqual(json);
  expectRefusal(await stranger.client.get(at), 404, 'not_found');
});
