import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { tools } from '../../shared/surface/mcp/tools.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { connectedClient, modernMeta, type McpClient } from './mcp-client.ts';

let workspace: TestWorkspace;
let client: McpClient;

beforeAll(async () => {
  workspace = await newWorkspace();
  const person = await workspace.person('member', [await workspace.team()]);
  client = await connectedClient(person);
});

const value = fc.jsonValue({ maxDepth: 2 });
const toolNames = tools.map(({ name }) => name);
const method = fc.oneof(
  fc.constantFrom('initialize', 'ping', 'tools/list', 'tools/call', 'server/discover', 'resources/read'),
  fc.string(),
);

/** Messages that come more or less near to those of a client. */
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, value),
    id: fc.oneof(fc.integer(), fc.string(), value),
    method: fc.oneof({ weight: 9, arbitrary: method }, value),
    params: fc.oneof(
      fc.record(
        {
          name: fc.oneof(fc.constantFrom(...toolNames), value),
          arguments: value,
          _meta: value,
          cursor: value,
        },
        { requiredKeys: [] },
      ),
      fc.record({ _meta: fc.constant(modernMeta), name: fc.constantFrom(...toolNames), arguments: value }),
      value,
    ),
  },
  { requiredKeys: [] },
);

const headers = fc.record(
  {
    'mcp-protocol-version': fc.oneof(fc.constantFrom('2026-07-28', '2025-11-25', '2025-03-26'), printable()),
    'mcp-method': fc.oneof(method.filter(isPrintable), printable()),
    'mcp-name': fc.oneof(fc.constantFrom(...toolNames), printable()),
  },
  { requiredKeys: [] },
);

function printable() {
  return fc.string({ unit: 'grapheme-ascii', maxLength: 20 });
}

function isPrintable(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

test('no message, however odd, makes the endpoint fail', async () => {
  await fc.assert(
    fc.asyncProperty(message, headers, async (body, sent) => {
      const { status } = await client.post(body, sent);
      expect([200, 202, 400, 404]).toContain(status);
    }),
    { numRuns: 300 },
  );
});

test('no arguments, however odd, make a tool fail with an internal error', async () => {
  const args = fc.dictionary(
    fc.constantFrom(
      'teamId',
      'storyId',
      'story',
      'title',
      'limit',
      'cursor',
      'labels',
      'idempotencyKey',
      'x',
    ),
    fc.oneof(value, fc.uuid(), fc.string({ unit: 'binary' })),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...toolNames), args, async (name, odd) => {
      const { isError, content } = await client.callTool(name, { workspaceId: workspace.id, ...odd });
      if (isError) expect(JSON.parse(content[0].text).error.code).not.toBe('internal_error');
    }),
    { numRuns: 300 },
  );
});
