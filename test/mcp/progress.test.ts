import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { connectUser } from '../support/connect.ts';
import { sharedService } from '../support/service.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const address = new URL(`${sharedService().baseUrl}/mcp`);
const info = { name: 'a test', version: '1.0.0' };
const { token } = await connectUser(person);
const requestInit = { headers: { authorization: `Bearer ${token}` } };

type Report = (progress: { progress: number; total?: number | undefined }) => void;

/** Calls a tool with a client that follows its progress. */
async function callOld(name: string, args: Record<string, unknown>, onprogress: Report): Promise<any> {
  const old = new OldClient(info);
  await old.connect(new OldTransport(address, { requestInit }));
  return await old.callTool({ name, arguments: args }, undefined, { onprogress }).finally(() => old.close());
}

const callNew =
  (mode: 'legacy' | { pin: string }) =>
  async (name: string, args: Record<string, unknown>, onprogress: Report): Promise<any> => {
    const fresh = new NewClient(info, { versionNegotiation: { mode } });
    await fresh.connect(new NewTransport(address, { requestInit }));
    return await fresh.callTool({ name, arguments: args }, { onprogress }).finally(() => fresh.close());
  };

const stories = async (count: number) =>
  await Promise.all(
    Array.from({ length: count }, async () => {
      const { id, updatedAt } = await createStoryAs(person.client, workspace, { teamId: team.id });
      return { story: id, expectedUpdatedAt: updatedAt };
    }),
  );

test.each([
  ['the first generation of clients', callOld],
  ['the second, on the wire of the first', callNew('legacy')],
  ['the second, on the wire of 2026-07-28', callNew({ pin: '2026-07-28' })],
])('%s is told how many of several stories are done, and then the result', async (_, call) => {
  const reports: (number | undefined)[][] = [];
  const args = { workspaceId: workspace.id, stories: await stories(25), priority: 'high' };
  const result = await call('update_stories', args, ({ progress, total }) => reports.push([progress, total]));
  expect(result.structuredContent.data.stories).toHaveLength(25);
  expect(reports.length).toBeGreaterThan(1);
  expect(reports.length).toBeLessThanOrEqual(10);
  expect(reports.at(-1)).toEqual([25, 25]);
  const counts = reports.map(([progress]) => progress!);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  const none: unknown[] = [];
  await call('list_stories', { workspaceId: workspace.id }, (one) => none.push(one));
  expect(none).toEqual([]);
});

test('a client that accepts JSON alone, or sends no token, gets JSON', async () => {
  const call = async (meta: object, accept: string) => {
    const args = { workspaceId: workspace.id, stories: await stories(2), priority: 'low' };
    const params = { name: 'update_stories', arguments: args, ...meta };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return (await client.post(body, { accept })).json.result.structuredContent.data.stories;
  };
  expect(await call({ _meta: { progressToken: 7 } }, 'application/json')).toHaveLength(2);
  expect(await call({}, 'application/json, text/event-stream')).toHaveLength(2);
});
