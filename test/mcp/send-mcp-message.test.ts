import { beforeAll, describe, expect, test } from 'vitest';
import { connectUser } from '../support/connect.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { mcpClient, modernMeta, type McpAnswer, type McpClient } from './mcp-client.ts';

const { baseUrl } = sharedService();
const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp", scope="mcp:access"`;

let workspace: TestWorkspace;
let person: Person;
let client: McpClient;

beforeAll(async () => {
  workspace = await newWorkspace();
  person = await workspace.person('member', [await workspace.team()]);
  client = mcpClient((await connectUser(person)).token);
});

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const initialize = (protocolVersion: string) =>
  client.send('initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'a test', version: '1.0.0' },
  });

function expectEnvelope({ status, headers, json }: McpAnswer, expected: number, code: string): void {
  expect(json).toMatchObject({ data: null, error: { code } });
  expect(status).toBe(expected);
  expect(json.error.hint).toMatch(/^(?!.*See .*See ).* See \S+\/docs\/ai-clients$/);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('x-request-id')).toMatch(/\S/);
}

describe('a 401 with the challenge answers a request', () => {
  const challenged = (answer: McpAnswer, challenge: string, code: string) => {
    expectEnvelope(answer, 401, code);
    expect(answer.headers.get('www-authenticate')).toBe(challenge);
  };

  test('without a token', async () => {
    const answer = await mcpClient(undefined).post(ping);
    challenged(answer, `Bearer ${metadata}`, 'authentication_required');
  });

  test('with a token that we did not sign, or one for machines', async () => {
    for (const token of ['nonsense', person.token]) {
      const answer = await mcpClient(token).post(ping);
      challenged(answer, `Bearer error="invalid_token", ${metadata}`, 'invalid_credential');
    }
  });

  test('with an expired token, also where a tool is called', async () => {
    const { token } = await connectUser(person, { age: 15 * 60_000 });
    for (const method of ['ping', 'tools/list', 'tools/call']) {
      const answer = await mcpClient(token).send(method, {
        name: 'list_teams',
        arguments: { workspaceId: workspace.id },
      });
      challenged(answer, `Bearer error="invalid_token", ${metadata}`, 'expired_credential');
    }
  });

  test('with a token whose grant was revoked, on every method and for every tool', async () => {
    const { token, revoke } = await connectUser(person);
    const revoked = mcpClient(token);
    expect((await revoked.post(ping)).status).toBe(200);
    await revoke();
    const call = (name: string, args: object) => revoked.send('tools/call', { name, arguments: args });
    const answers = await Promise.all([
      revoked.post(ping),
      revoked.send('tools/list'),
      revoked.sendModern('server/discover'),
      revoked.post({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      call('list_teams', { workspaceId: workspace.id }),
      call('list_teams', {}),
      call('list_workspaces', {}),
      call('get_story', { workspaceId: workspace.id, story: '?' }),
      call('no_such_tool', {}),
    ]);
    for (const answer of answers) {
      challenged(answer, `Bearer error="invalid_token", ${metadata}`, 'invalid_credential');
    }
  });

  test('with a token in the URL, which is not examined', async () => {
    const { token } = await connectUser(person);
    for (const query of [`access_token=${token}`, `t=${token}`, `t=plt_ort_${'A'.repeat(91)}`]) {
      const answer = await client.post(ping, {}, `?${query}`);
      expectEnvelope(answer, 401, 'invalid_credential');
    }
  });
});

describe('an invalid message is refused in the envelope:', () => {
  test.each([
    ['not JSON', '{"jsonrpc":'],
    ['nothing', ''],
    ['a batch with initialize', '[{"jsonrpc":"2.0","id":1,"method":"initialize"}]'],
    ['a batch with something else', '[{"jsonrpc":"2.0","id":1,"method":"ping"},1]'],
    ['a batch within a batch', '[[{"jsonrpc":"2.0","id":1,"method":"ping"}]]'],
    ['an empty array', '[]'],
    ['no object', '"ping"'],
    ['no version', '{"id":1,"method":"ping"}'],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
    ['no method', '{"jsonrpc":"2.0","id":1}'],
    ['a null id', '{"jsonrpc":"2.0","id":null,"method":"ping"}'],
    ['an id that is a list', '{"jsonrpc":"2.0","id":[1],"method":"ping"}'],
    ['params that are text', '{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}'],
  ])('%s', async (_, body) => {
    expectEnvelope(await client.post(body), 400, 'invalid_request');
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'ping' };
    expectEnvelope(await client.post(body, headers), 400, 'invalid_request');
  });

  test('another content type, and none', async () => {
    const answer = await client.post(ping, { 'content-type': 'text/plain' });
    expectEnvelope(answer, 415, 'unsupported_media_type');
    expect((await client.post(ping, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
  });

  test('a body of more than 512 KiB', async () => {
    const padded = (bytes: number) => {
      const body = JSON.stringify({ ...ping, params: { _meta: { padding: '' } } });
      return body.replace('""', `"${'x'.repeat(bytes - body.length)}"`);
    };
    expect((await client.post(padded(512 * 1024))).status).toBe(200);
    expectEnvelope(await client.post(padded(512 * 1024 + 1)), 413, 'request_too_large');
  });

  test('an unknown revision on the wire that begins with initialize', async () => {
    for (const version of ['2024-11-05', '2025-11-26', '']) {
      const answer = await client.post(ping, { 'mcp-protocol-version': version });
      expectEnvelope(answer, 400, 'invalid_request');
    }
  });
});

test('a page of another origin is refused, before its token is looked at', async () => {
  const foreign = ['https://evil.example', 'http://127.0.0.1.evil.example', 'null', 'nonsense'];
  for (const origin of foreign) {
    expectEnvelope(await client.post(ping, { origin }), 403, 'foreign_origin');
    expectEnvelope(await mcpClient(undefined).post(ping, { origin }), 403, 'foreign_origin');
  }
  for (const origin of [baseUrl, 'http://localhost:6274', 'http://127.0.0.1:1']) {
    expect((await client.post(ping, { origin })).status).toBe(200);
  }
});

test.each([
  ['initialize', undefined, 'params: '],
  ['initialize', { protocolVersion: 5 }, 'params.protocolVersion: '],
  ['tools/list', { cursor: 5 }, 'params.cursor: '],
  ['tools/call', {}, 'params.name: '],
  ['tools/call', { name: 'list_teams', arguments: 5 }, 'params.arguments: '],
])('the error of %s with params %j says what is wrong in words', async (method, params, message) => {
  const { json } = await client.send(method, params);
  expect(json.error).toEqual({ code: -32602, message: expect.stringContaining(message) });
  expect(json.error.message).not.toMatch(/[[{]/);
});

test('other methods are 405 and say that POST is the one', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const answer = await fetch(`${baseUrl}/mcp`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(await answer.json()).toMatchObject({ data: null, error: { code: 'method_not_allowed' } });
  }
});

describe('on the wire that begins with initialize,', () => {
  test.each(['2025-03-26', '2025-06-18', '2025-11-25'])('%s is agreed on and served', async (version) => {
    const { status, headers, json } = await initialize(version);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('mcp-session-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(json.result).toMatchObject({
      protocolVersion: version,
      capabilities: { tools: {} },
      serverInfo: {
        name: 'plotline',
        title: 'Plotline',
        version: '1.0.0',
        description: expect.stringContaining('planning'),
        websiteUrl: `${sharedService().baseUrl}/docs/ai-clients`,
        icons: [expect.objectContaining({ mimeType: 'image/svg+xml' })],
      },
    });
    expect(json.result.instructions).toContain('list_workspaces');
    const listed = await client.send('tools/list', undefined, { 'mcp-protocol-version': version });
    expect(listed.json.result.tools.length).toBeGreaterThan(10);
  });

  test('an unknown revision is answered with one that is served', async () => {
    for (const version of ['2024-11-05', '2030-01-01']) {
      expect((await initialize(version)).json.result.protocolVersion).toBe('2025-11-25');
    }
  });

  test('a notification is accepted and gets no body', async () => {
    const { status, json } = await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(status).toBe(202);
    expect(json).toBeUndefined();
  });

  test('answers are JSON, whatever of it the client accepts', async () => {
    for (const accept of ['application/json', '*/*', 'application/json, text/event-stream']) {
      const { status, headers, json } = await client.post(ping, { accept });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json');
      expect(json).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    }
  });

  test('the id of the request comes back as it was', async () => {
    for (const id of [0, -5, 'a text', '']) {
      expect((await client.post({ ...ping, id })).json.id).toBe(id);
    }
  });

  test('an unknown method is a JSON-RPC error with status 200', async () => {
    const { status, json } = await client.send('completion/complete');
    expect(status).toBe(200);
    expect(json.error.code).toBe(-32601);
  });

  test('a cursor for the one page of tools is refused', async () => {
    expect((await client.send('tools/list', { cursor: 'x' })).json.error.code).toBe(-32602);
  });
});

describe('on the wire of 2026-07-28,', () => {
  test('server/discover lists the capabilities', async () => {
    const { status, headers, json } = await client.sendModern('server/discover');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(json.result).toMatchObject({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      cacheScope: 'public',
    });
    expect(json.result.instructions).toContain('list_workspaces');
  });

  test('tools are listed for this caller alone, and called', async () => {
    const listed = (await client.sendModern('tools/list')).json.result;
    expect(listed).toMatchObject({ cacheScope: 'private', ttlMs: 300_000 });
    const legacy = (await client.send('tools/list')).json.result;
    expect(listed.tools).toEqual(legacy.tools);
    const params = { name: 'list_teams', arguments: { workspaceId: workspace.id } };
    const { json } = await client.sendModern('tools/call', params);
    expect(json.result.structuredContent.data).toHaveLength(1);
  });

  test('an unknown method is 404, an unknown revision and a wrong header 400, all as JSON-RPC errors', async () => {
    const unknown = await client.sendModern('no/such/method');
    expect([unknown.status, unknown.json.error.code]).toEqual([404, -32601]);

    const meta = { ...modernMeta, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' };
    const future = await client.send(
      'tools/list',
      { _meta: meta },
      { 'mcp-protocol-version': '2030-01-01', 'mcp-method': 'tools/list' },
    );
    expect([future.status, future.json.error.code]).toEqual([400, -32022]);
    expect(future.json.error.data.supported).toEqual(['2026-07-28']);

    const wrong = await client.sendModern('tools/list', {}, { 'mcp-method': 'tools/call' });
    expect([wrong.status, wrong.json.error.code]).toEqual([400, -32020]);

    const bare = await client.send(
      'tools/list',
      {},
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    );
    expect([bare.status, bare.json.error.code]).toEqual([400, -32602]);
  });

  test('a subscription is acknowledged as one to nothing, and ends', async () => {
    const answer = await fetch(`${baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${(await connectUser(person)).token}`,
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: { notifications: { toolsListChanged: true }, _meta: modernMeta },
      }),
    });
    expect(answer.status).toBe(200);
    const events = (await answer.text()).split('\n').filter((line) => line.startsWith('data: '));
    const messages = events.map((line) => JSON.parse(line.slice('data: '.length)));
    expect(messages[0]).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: {} },
    });
    expect(messages.at(-1)).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  });
});
