import * as z from 'zod';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasRights } from '../../shared/kernel/api/operation/operation-kinds.ts';
import { allOperations, webRegistry } from '../../shared/surface/registry.ts';
import { filterKeys } from '../../shared/planning/filters/filter-keys.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newFullWorkspace, sendSample } from '../support/full-workspace.ts';
import { sampleRequest, type Ids } from '../support/sample.ts';
import { sampled } from '../support/sampling.ts';
import { sharedService } from '../support/service.ts';
import { newKey, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { connectedClient, type McpClient } from '../mcp/mcp-client.ts';

/** Names that every object has without having been given them; generated from the registry. */
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty'] as const;

/** Two of them for each operation; all of them in the long run. */
const someFor = (id: string) => sampled(`inherited names for ${id}`, 2, inherited);

interface Schema {
  properties?: object;
}

interface ListedTool {
  name: string;
  inputSchema: { properties: object };
}

const guarded = allOperations.filter(hasRights);

let workspace: TestWorkspace;
let ids: Ids;
let owner: Person;
let mcp: McpClient;
let slug: string;

beforeAll(async () => {
  ({ workspace, ids, owner } = await newFullWorkspace());
  mcp = await connectedClient(owner);
  slug = (await feedbackApi(workspace, owner.client).portal()).slug;
});

const reads = guarded.filter(({ method }) => method === 'GET');

describe.each(reads.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  const parameters = Object.keys(operation.input.query.shape);
  test('answers parameters with inherited names as values', async () => {
    for (const name of parameters) {
      const sent = someFor(operation.id).map((text) =>
        sendSample(owner.client, operation, ids, { query: { [name]: text } }),
      );
      for (const { status, text } of await Promise.all(sent))
        expect(status, `${name}: ${text}`).toBeLessThan(500);
    }
  });

  test('refuses unknown parameters with inherited names', async () => {
    const { path, query } = sampleRequest(operation, ids);
    for (const name of someFor(operation.id)) {
      const search = new URLSearchParams([...Object.entries(query), [name, 'x']]);
      const answer = await owner.client.get(`${path}?${search.toString()}`);
      expect(answer.status, `${name}: ${answer.text}`).toBe(400);
      expect(answer.json.error.fields.map(({ path: at }: { path: string }) => at)).toContain(name);
    }
  });
});

const writes = guarded.filter(({ method, input }) => method !== 'GET' && input.body);

test.each(writes.map((operation) => [operation.id, operation] as const))(
  '%s answers fields with inherited names as values and names',
  async (_, operation) => {
    const { path, body } = sampleRequest(operation, ids);
    const fields = Object.keys(
      (z.toJSONSchema(operation.input.body!, { io: 'input' }) as Schema).properties ?? {},
    );
    const send = (raw: string) =>
      owner.client.request(operation.method, path, {
        raw,
        headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
      });
    for (const name of someFor(operation.id)) {
      const all = Object.fromEntries(fields.map((field) => [field, name]));
      const named = `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(name)}:"x"}`.replace('{,', '{');
      // Alone, so that the handler gets those that are valid.
      const alone = sampled(`fields of ${operation.id} named ${name}`, 3, fields).map((field) =>
        JSON.stringify({ ...(body as object), [field]: name }),
      );
      for (const raw of [JSON.stringify(all), named, ...alone]) {
        const answer = await send(raw);
        expect(answer.status, `${raw}: ${answer.text}`).toBeLessThan(500);
      }
    }
  },
);

const inPaths = allOperations.flatMap((operation) =>
  [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ operation, name: name! })),
);

test.each(inPaths.map((one) => [`${one.operation.id}, ${one.name}`, one] as const))(
  '%s is answered with inherited names in the path',
  async (_, { operation, name }) => {
    for (const value of someFor(operation.id)) {
      const answer = await sendSample(owner.client, operation, { portalSlug: slug, ...ids, [name]: value });
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      expect(answer.status, answer.text).toBeLessThan(500);
    }
  },
);

const publicReads = allOperations.filter(({ kind }) => kind === 'public' || kind === 'publicRead');

test.each(publicReads.map((operation) => [operation.id, operation] as const))(
  '%s answers parameters with inherited names as values without a credential',
  async (_, operation) => {
    const { baseUrl } = sharedService();
    const { path } = sampleRequest(operation, { portalSlug: slug, ...ids });
    for (const value of someFor(operation.id)) {
      for (const name of [...Object.keys(operation.input.query.shape), value]) {
        const answer = await fetch(`${baseUrl}${path}?${new URLSearchParams([[name, value]]).toString()}`);
        expect(answer.status, `${name}: ${await answer.text()}`).toBeLessThan(500);
      }
    }
  },
);

test('a filter neither knows inherited names nor takes them as values', async () => {
  // The writes above have named things so.
  const { api } = await newStoryWorkspace();
  for (const name of inherited) {
    const filters = filterKeys.flatMap((word) => [`${word}:${name}`, `-${word}:${name}`]);
    for (const filter of [...filters, `${name}:x`, `-${name}:x`]) {
      const answer = await api.list({ filter });
      expect(answer.status, `${filter}: ${answer.text}`).toBe(400);
    }
  }
});

test('MCP answers tools and arguments with inherited names', async () => {
  const { tools } = (await mcp.send('tools/list')).json.result as { tools: ListedTool[] };
  for (const name of inherited) {
    const unknown = await mcp.send('tools/call', { name, arguments: {} });
    expect(unknown.json.error.message).toContain('There is no tool of that name');
    for (const { name: tool, inputSchema } of tools) {
      const sent = Object.keys(inputSchema.properties).map((key) => [key, name]);
      const known = { workspaceId: workspace.id, idempotencyKey: newKey() };
      const args = { ...Object.fromEntries([...sent, [name, 'x']]), ...known };
      const { status, json } = await mcp.send('tools/call', { name: tool, arguments: args });
      const text = JSON.stringify(json);
      expect(status, `${tool}: ${text}`).toBe(200);
      expect(text, tool).not.toContain('internal_error');
    }
  }
});

const pages = Object.values(webRegistry)
  .flat()
  .filter(({ method }) => method === 'GET');

test.each(pages.map(({ path }) => path))('%s answers parameters with inherited names', async (path) => {
  const keys = ['q', 'status', 'boardId', 'sort', 'cursor', 'problem', 'scope', 'response_type', 'resource'];
  for (const name of inherited) {
    const search = new URLSearchParams(
      [...keys, name].map((key): [string, string] => [key, name]),
    ).toString();
    for (const first of [slug, name]) {
      const at = path.replace(/\{\w+\}/, first).replaceAll(/\{\w+\}/g, name);
      const answer = await fetch(`${sharedService().baseUrl}${at}?${search}`, { redirect: 'manual' });
      expect(answer.status, at).toBeLessThan(500);
    }
  }
});
