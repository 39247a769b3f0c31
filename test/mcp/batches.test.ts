import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { connectUser } from '../support/connect.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** Revision 2025-03-26 obliges a server to receive batches; later ones have none. */

const { baseUrl } = sharedService();
let workspace: TestWorkspace;
let team: Team;
let token: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  ({ token } = await connectUser(await workspace.person('member', [team])));
});

async function post(messages: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(messages),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
}

const call = (id: number, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: { workspaceId: workspace.id, ...args }, _meta: { progressToken: id } },
});
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const ping = { jsonrpc: '2.0', id: 'ping', method: 'ping' };

test.each([{}, { 'mcp-protocol-version': '2025-03-26' }] as const)(
  'each request of a batch is answered, and no notification, with the headers %j',
  async (headers) => {
    const create = (id: number, title: string) =>
      call(id, 'create_story', { team: team.name, title, idempotencyKey: crypto.randomUUID() });
    const unknown = { jsonrpc: '2.0', id: 4, method: 'no/such' };
    const { status, json } = await post(
      [create(1, 'One of a batch'), initialized, create(2, 'Two of a batch'), ping, unknown],
      headers,
    );
    expect(status).toBe(200);
    expect(json.map(({ id }: { id: unknown }) => id)).toEqual([1, 2, 'ping', 4]);
    expect(json[0].result.structuredContent).toMatchObject({ data: { title: 'One of a batch' } });
    expect(json[1].result.structuredContent).toMatchObject({ data: { title: 'Two of a batch' } });
    expect(json[3].error.code).toBe(-32601);
  },
);

test('a batch of notifications has no answer', async () => {
  expect(await post([initialized, initialized])).toEqual({ status: 202, json: undefined });
});

test.each(['2025-06-18', '2025-11-25'])('the revision %s has no batches', async (revision) => {
  const { status, json } = await post([ping], { 'mcp-protocol-version': revision });
  expect([status, json.error.code]).toEqual([400, 'invalid_request']);
});

test('nothing of a batch is run if a message cannot be part of one, or there are too many', async () => {
  const title = 'Never made by a batch';
  const create = call(1, 'create_story', { team: team.name, title, idempotencyKey: crypto.randomUUID() });
  const initialize = { jsonrpc: '2.0', id: 2, method: 'initialize', params: {} };
  for (const messages of [
    [create, initialize],
    [create, null],
    [create, ...Array(20).fill(ping)],
  ]) {
    const { status, json } = await post(messages);
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
  }
  const { json } = await post([call(1, 'list_stories', { query: `"${title}"` })]);
  expect(JSON.stringify(json)).not.toContain(`"title":"${title}"`);
});
