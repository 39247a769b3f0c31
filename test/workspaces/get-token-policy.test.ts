import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';

test('the policy is "allowed" until an admin sets it, and shown to everyone who may have tokens', async () => {
  const workspace = await newWorkspace();
  const [admin, guest] = [await workspace.person('admin'), await workspace.person('guest')];
  const path = `${workspace.path}/token-policy`;
  expect((await guest.client.get(path)).json.data).toEqual({ memberTokens: 'allowed' });
  await admin.client.request('PUT', path, { body: { memberTokens: 'forbidden' } });
  expect((await guest.client.get(path)).json.data).toEqual({ memberTokens: 'forbidden' });

  const elsewhere = await (await newWorkspace()).person('admin');
  expectRefusal(await elsewhere.client.get(path), 403, 'workspace_mismatch');
});
