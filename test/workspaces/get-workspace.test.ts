import { expect, test } from 'vitest';
import { expectBadFields } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';

test('a workspace is shown to everyone in it', async () => {
  const workspace = await newWorkspace();
  const { id, name, slug, createdAt, updatedAt } = workspace;
  for (const role of ['guest', 'member', 'admin'] as const) {
    const { client } = await workspace.person(role);
    const { status, json } = await client.get(workspace.path);
    expect([status, json.data]).toEqual([200, { id, name, slug, createdAt, updatedAt }]);
  }
});

test('a workspace is shown to a restricted token and a service account too', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const restricted = await workspace.person('guest', [team], { teamIds: [team.id] });
  const account = await workspace.serviceAccount([team]);

  expect((await restricted.client.get(workspace.path)).status).toBe(200);
  expect((await account.client.get(workspace.path)).status).toBe(200);
});

test('a workspace id that is no UUID is refused', async () => {
  const { client } = await (await newWorkspace()).person('admin');

  for (const id of ['mine', 'x'.repeat(200), '%00']) {
    expectBadFields(await client.get(`/api/v1/workspaces/${id}`), ['path.workspaceId']);
  }
});
