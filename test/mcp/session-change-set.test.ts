import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { changeSetApi } from '../change-sets/change-set-api.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';
import { modernMeta } from './mcp-client.ts';

let made: Awaited<ReturnType<typeof newMcpWorkspace>>;

beforeAll(async () => {
  made = await newMcpWorkspace();
});

const create = (title: string) => {
  const { workspace, team } = made;
  const args = { workspaceId: workspace.id, teamId: team.id, title, idempotencyKey: randomUUID() };
  return { name: 'create_story', arguments: args };
};
const set = (id: string, count: number) => changeSetApi(made.workspace, made.person.client).of(id, count);

test('what a client changes in a session that it initialized is one change set, which is reverted at once', async () => {
  const { client, workspace, person } = made;
  const clientInfo = { name: 'a test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const session = (await client.send('initialize', params)).headers.get('mcp-session-id')!;
  const again = (await client.send('initialize', params)).headers.get('mcp-session-id');
  expect(again).not.toBe(session);
  const headers = { 'mcp-session-id': session };
  const ids: string[] = [];
  for (const title of ['One', 'Two']) {
    const { json } = await client.send('tools/call', create(title), headers);
    ids.push(json.result.structuredContent.data.id);
  }
  const found = await set(session, 2);
  expect(found.actor).toEqual({ kind: 'user', id: person.id, via: 'mcp' });
  expect(found.changes.map(({ id }) => id)).toEqual(ids);

  const sets = changeSetApi(workspace, person.client);
  expect((await sets.revert(session)).json.data.reverted).toHaveLength(2);
  expect((await person.client.get(`${workspace.path}/stories/${ids[0]}`)).status).toBe(404);
});

test('a bulk tool is in it too', async () => {
  const { client, workspace } = made;
  const [session, story] = [randomUUID(), (await client.use('create_story', create('Old').arguments)).data];
  const args = {
    workspaceId: workspace.id,
    stories: [{ story: story.id, expectedUpdatedAt: story.updatedAt }],
    priority: 'high',
  };
  const call = { name: 'update_stories', arguments: args };
  const { json } = await client.send('tools/call', call, { 'mcp-session-id': session });
  expect(json.result.isError, JSON.stringify(json)).toBeUndefined();
  expect((await set(session, 1)).changes).toMatchObject([{ id: story.id, action: 'updated' }]);
});

test('without a session, a message names its change set in _meta or in the header', async () => {
  const { client } = made;
  const [byMeta, byHeader] = [randomUUID(), randomUUID()];
  const _meta = { ...modernMeta, 'plotline/changeSet': byMeta };
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'create_story',
  };
  const sent = await client.send('tools/call', { ...create('By meta'), _meta }, headers);
  expect(sent.json.result.isError, JSON.stringify(sent.json)).toBeUndefined();
  await client.sendModern('tools/call', create('By header'), { 'change-set': byHeader });
  expect((await set(byMeta, 1)).changes).toHaveLength(1);
  expect((await set(byHeader, 1)).changes).toHaveLength(1);
});

test('what is no UUID is refused in a header and in _meta, and a foreign session is ignored', async () => {
  const { client } = made;
  const [{ status }, inMeta, foreign] = [
    await client.send('tools/call', create('x'), { 'change-set': 'tonight' }),
    await client.send('tools/call', { ...create('x'), _meta: { 'plotline/changeSet': 'tonight' } }),
    await client.send('tools/call', create('x'), { 'mcp-session-id': 'tonight' }),
  ];
  expect([status, inMeta.status, foreign.status]).toEqual([400, 400, 200]);
  expect(inMeta.json.error.fields[0].path).toBe('params._meta.plotline/changeSet');
});
