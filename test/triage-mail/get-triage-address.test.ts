import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newMailWorkspace } from './mail-api.ts';

test('only those who may change a team see its address', async () => {
  const { workspace, team, admin, at, address } = await newMailWorkspace();
  expect((await admin.client.get(at)).json.data.address).toBe(address);
  const [member, guest] = [await workspace.person('member', [team]), await workspace.person('guest', [team])];
  for (const { client } of [member, guest]) expectRefusal(await client.get(at), 403, 'insufficient_role');
  const without = `${workspace.path}/teams/${(await workspace.team()).id}/triage-address`;
  expectRefusal(await admin.client.get(without), 404, 'not_found');
});
