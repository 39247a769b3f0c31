import { expect, test } from 'vitest';
import { deliverGithub, hookApi } from '../hooks/hook-api.ts';
import { statusOf } from '../stories/story-api.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';

test('an admin sets up a hook by names, whose deliveries count, and changes, rotates and deletes it', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const account = await workspace.serviceAccount([team]);
  const client = await connectedClient(admin);
  const hooks = hookApi(workspace, admin.client);
  const setUp = (more: object) => client.answered('manage_setup', { kind: 'hook', ...more });
  const rules = [{ teamId: team.code, mergedStatusId: 'Done' }];
  const settings = { provider: 'github', serviceAccountId: 'A program', rules };
  const create = { action: 'create', name: 'Code', settings, idempotencyKey: newKey() };
  const { structured, text } = await setUp(create);
  const { id, signingSecret: secret, url } = structured.data;
  expect(text).toContain(url);
  expect(text).toContain(secret);
  const mergedStatusId = await statusOf(workspace, admin.client, team, 'completed');
  const made = await hooks.read(id);
  expect(made).toMatchObject({
    name: 'Code',
    serviceAccountId: account.id,
    rules: [{ teamId: team.id, mergedStatusId }],
  });
  expect(url.endsWith(made.path)).toBe(true);
  expect((await deliverGithub({ path: made.path, secret }, 'ping', { zen: 'Keep it simple.' })).status).toBe(
    200,
  );

  const { entries } = (await setUp({ action: 'get' })).structured.data;
  expect(entries.map(({ name }: { name: string }) => name)).toEqual(['Code']);
  expect(JSON.stringify(entries)).not.toContain(secret);
  const misspelt = await client.refused('manage_setup', { kind: 'hook', action: 'delete', id: 'Cod' });
  expect(misspelt).toMatchObject({ message: expect.stringContaining('Code'), fields: [{ path: 'id' }] });
  const change = { action: 'update', id: 'code', expectedUpdatedAt: made.updatedAt };
  await setUp({ ...change, name: 'Sources' });
  const rotated = (await setUp({ action: 'rotate_secret', id: 'Sources' })).structured.data;
  expect(rotated.signingSecret).not.toBe(secret);
  await setUp({ action: 'delete', id, expectedUpdatedAt: (await hooks.read(id)).updatedAt });
  expect((await hooks.get(id)).status).toBe(404);

  const member = await connectedClient(await workspace.person('member', [team]));
  expect((await member.refused('manage_setup', { kind: 'hook', action: 'get' })).code).toBe(
    'insufficient_role',
  );
});
