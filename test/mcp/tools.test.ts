import { glob, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, test } from 'vitest';
import { allOperations } from '../../shared/surface/registry.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { describedTools, TOOLS_FILE } from '../../shared/surface/mcp/stored-tools.ts';
import { findTool, formerNames } from '../../shared/surface/mcp/find-tool.ts';
import { tools } from '../../shared/surface/mcp/tools.ts';
import { addressOf, newWorkspace } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';

/** Clients see them in this order (docs/specification.md, "MCP"). */
const looking = [
  'list_workspaces',
  'list_teams',
  'list_members',
  'list_statuses',
  'list_labels',
  'list_stories',
  'search',
  'get_story',
  'list_comments',
  'list_sprints',
  'list_objectives',
  'list_key_results',
  'analyze_sprint',
  'analyze_objective',
  'analyze_work',
];
const creating = ['create_story'];
/** A claim ends by itself, and asking for it again takes no key. */
const claiming = ['claim_story'];
const changing = [
  'manage_setup',
  'update_stories',
  'delete_story',
  'manage_relations',
  'save_comment',
  'save_sprint',
  'save_objective',
  'save_key_result',
];

let result: { tools: any[] };
let text: string;

beforeAll(async () => {
  const workspace = await newWorkspace();
  const client = await connectedClient(await workspace.person('admin'));
  const { json } = await client.send('tools/list');
  result = json.result;
  text = JSON.stringify(result);
  const again = JSON.stringify((await client.send('tools/list')).json.result);
  expect(again).toBe(text);
});

test('the tools are those of the contract, at most 25', () => {
  const names = result.tools.map(({ name }) => name);
  expect(names.toSorted()).toEqual([...looking, ...creating, ...claiming, ...changing].toSorted());
  expect(names).toEqual(tools.map(({ name }) => name));
  expect(names.length).toBeLessThanOrEqual(25);
});

test('comments are listed of a story or of a feedback item, so neither is required', () => {
  const { inputSchema } = result.tools.find(({ name }) => name === 'list_comments');
  expect(Object.keys(inputSchema.properties)).toEqual(expect.arrayContaining(['story', 'feedbackItem']));
  expect(inputSchema.required).toBeUndefined();
});

test('an operation that declares a tool is in the list of tools', () => {
  const declared = allOperations.flatMap((one) => ('tool' in one && one.tool ? [one.tool.name] : []));
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(declared));
});

test.each(tools.map((tool) => [tool.name, tool] as const))(
  '%s shows an example, of arguments that it takes',
  (_, tool) => {
    const [example] = /\{.*?\}(?=[.,: ])/.exec(tool.description) ?? [];
    const named = Object.keys(JSON.parse(balanced(tool.description, example)) as object);
    expect(Object.keys(tool.schemas().inputSchema['properties'] as object)).toEqual(
      expect.arrayContaining(named),
    );
  },
);

/** The whole of an example that begins with a text, up to the brace that closes it. */
function balanced(text: string, beginning = ''): string {
  const start = text.indexOf(beginning);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
    if (depth === 0) return text.slice(start, at + 1);
  }
  return '';
}

test('a tool is found by its name', async () => {
  for (const { name } of tools) expect((await findTool(name))?.name).toBe(name);
  expect(await findTool('drop_tables')).toBeUndefined();
});

test('tools that were merged are called by their former names, which are not listed', async () => {
  const names = tools.map(({ name }) => name);
  for (const [former, name] of formerNames) {
    expect(names).not.toContain(former);
    expect((await findTool(former))!.name).toBe(name);
  }
});

test('the URL with tools=read offers the tools that read, and no others', async () => {
  const workspace = await newWorkspace();
  const client = await connectedClient(await workspace.person('admin'));
  const send = (method: string, params: object, query: string) =>
    client.post({ jsonrpc: '2.0', id: 1, method, params }, {}, query);
  const { json } = await send('tools/list', {}, '?tools=read');
  expect(json.result.tools.map(({ name }: { name: string }) => name)).toEqual(
    tools.flatMap(({ name, annotations }) => (annotations.readOnlyHint ? [name] : [])),
  );
  const call = { name: 'create_story', arguments: { workspaceId: workspace.id } };
  const refused = await send('tools/call', call, '?tools=read');
  expect(refused.json.error.message).toContain('There is no tool of that name');
  const read = { name: 'list_teams', arguments: { workspaceId: workspace.id } };
  expect((await send('tools/call', read, '?tools=read')).json.result.structuredContent.data).toEqual([]);
  const unknown = await send('tools/list', {}, '?tools=write');
  expect([unknown.status, unknown.json.error.fields[0].path]).toEqual([400, 'tools']);
});

test('the list of tools needs less than 8,000 tokens', () => {
  expect(encode(text).length).toBeLessThan(8_000);
});

test('no schema refers to another, since not every client follows references', () => {
  expect(text).not.toContain('$ref');
  expect(text).not.toContain('$defs');
});

describe.each(tools.map((tool, position) => [tool.name, position] as const))(
  'the tool %s',
  (name, position) => {
    const shown = () => result.tools[position];

    test('has a name, a title and a short description', () => {
      expect(name).toMatch(/^(search|[a-z]+(_[a-z]+)+)$/);
      expect(shown().title).toMatch(/^[A-Z]/);
      expect(shown().description).toMatch(/^[A-Z].*\.$/s);
      expect(shown().description.length).toBeLessThanOrEqual(300);
    });

    test('has all four annotations, and they are true', () => {
      expect(shown().annotations).toEqual({
        readOnlyHint: looking.includes(name),
        destructiveHint: changing.includes(name),
        idempotentHint: true,
        openWorldHint: false,
      });
    });

    test('takes and returns objects, by schemas that a validator reads', () => {
      const ajv = new Ajv2020({ strict: true });
      formats.default(ajv);
      for (const schema of [shown().inputSchema, shown().outputSchema]) {
        expect(schema.type).toBe('object');
        for (const union of ['anyOf', 'oneOf', 'allOf']) expect(schema).not.toHaveProperty(union);
        expect(ajv.compile(schema)).toBeTypeOf('function');
      }
      expect(shown().inputSchema.additionalProperties).toBe(false);
    });

    test('says which arguments it needs', () => {
      const { properties, required = [] } = shown().inputSchema;
      expect('workspaceId' in properties).toBe(name !== 'list_workspaces');
      expect(required).not.toContain('workspaceId');
      expect(required.includes('idempotencyKey')).toBe(creating.includes(name));
      expect('cursor' in properties).toBe(name.startsWith('list_'));
      expect('expectedUpdatedAt' in properties).toBe(/^(save|manage_setup)/.test(name));
    });
  },
);

describe('a tool is listed where its user may use it in some workspace:', () => {
  const names = async (person: { userId: string }) => (await connectedClient(person)).toolNames();
  const all = tools.map(({ name }) => name);

  test('members and admins see all of them', async () => {
    const workspace = await newWorkspace();
    expect(await names(await workspace.person('member'))).toEqual(all);
    expect(await names(await workspace.person('admin'))).toEqual(all);
  });

  test('a guest sees the tools that read, save_comment, and manage_setup for their own settings', async () => {
    const workspace = await newWorkspace();
    const guest = await workspace.person('guest');
    expect((await names(guest)).toSorted()).toEqual([...looking, 'manage_setup', 'save_comment'].toSorted());
  });

  test('a guest here who is a member elsewhere sees all of them', async () => {
    const [here, there] = [await newWorkspace(), await newWorkspace()];
    const guest = await here.person('guest');
    const [email, name] = [await addressOf(here, guest.id), 'The same'];
    await there.operator.addMember({ workspaceId: there.id, email, name, role: 'member' });
    expect(await names(guest)).toEqual(all);
  });

  test('a former member of all workspaces sees list_workspaces alone', async () => {
    const workspace = await newWorkspace();
    const person = await workspace.person('member');
    await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, person.id))!);
    expect(await names(person)).toEqual(['list_workspaces']);
  });
});

test('the function has what all tools say of themselves next to its code, as the tools derive it', async () => {
  const assembly = await synthesize(resolve(import.meta.dirname, '../..'));
  const files: string[] = [];
  for await (const file of glob(`asset.*/${TOOLS_FILE}`, { cwd: assembly })) files.push(file);
  expect(files).toHaveLength(1);
  const stored = JSON.parse(await readFile(resolve(assembly, files.join()), 'utf8')) as object;
  expect(stored).toEqual(JSON.parse(JSON.stringify(describedTools(tools))));
  expect(stored).toHaveLength(tools.length);
});
