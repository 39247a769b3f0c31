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
import { toolSets } from '../../shared/kernel/api/operation/tool-sets.ts';
import { connectedClient, type McpClient } from './mcp-client.ts';

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
  'list_change_sets',
  'get_change_set',
  'list_notifications',
];
const creating = ['create_story'];
/** A claim ends by itself, and asking for it again takes no key. */
const claiming = ['claim_story'];
/** Reading up to a time again reads nothing more, so it takes no key either. */
const marking = ['mark_notifications_read'];
const changing = [
  'manage_setup',
  'update_stories',
  'delete_story',
  'manage_relations',
  'save_comment',
  'save_sprint',
  'save_objective',
  'save_key_result',
  'revert_change_set',
];
/** What the sets `history` and `notifications` list; no client by default, but for taking changes back. */
const reading = ['list_change_sets', 'get_change_set'];
const ofHistory = [...reading, 'revert_change_set'];
const ofNotifications = ['list_notifications', ...marking];
const ofOtherSets = [...reading, ...ofNotifications, 'list_key_results'];

let client: McpClient;
/** As each set lists them, in order. */
let shown: any[];

beforeAll(async () => {
  const workspace = await newWorkspace();
  client = await connectedClient(await workspace.person('admin'));
  shown = await client.listTools('?tools=all');
  expect(await client.listTools('?tools=all')).toEqual(shown);
});

test('the tools are those of the contract, at most 25 of them by default', async () => {
  const names = shown.map(({ name }) => name);
  expect(names.toSorted()).toEqual(
    [...looking, ...creating, ...claiming, ...marking, ...changing].toSorted(),
  );
  expect(names).toEqual(tools.map(({ name }) => name));
  const byDefault = await client.toolNames();
  expect(byDefault).toEqual(names.filter((name) => !ofOtherSets.includes(name)));
  expect(byDefault.length).toBeLessThanOrEqual(25);
});

test('comments are listed of a story or of a feedback item, so neither is required', () => {
  const { inputSchema } = shown.find(({ name }) => name === 'list_comments');
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
  const offered = (await client.toolNames()).filter((name) => looking.includes(name));
  expect(await client.toolNames('?tools=read')).toEqual(offered);
  const refused = await call('create_story', {}, '?tools=read');
  expect(refused.json.error.message).toContain('There is no tool of that name');
  const answer = await call('list_teams', {}, '?tools=read');
  expect(answer.json.result.structuredContent.data).toEqual([]);
});

describe('the URL names sets of tools:', () => {
  test('those that it names are listed, and `read` leaves out of them what changes something', async () => {
    const names = tools.map(({ name }) => name);
    expect(await client.toolNames('?tools=history')).toEqual(ofHistory);
    expect(await client.toolNames('?tools=notifications')).toEqual(ofNotifications);
    expect(await client.toolNames('?tools=core,history,notifications,key_results')).toEqual(names);
    expect(await client.toolNames('?tools=history,read')).toEqual(ofHistory.slice(0, 2));
    for (const query of ['?tools=all,read', '?tools=all&tools=read']) {
      expect(await client.toolNames(query)).toEqual(names.filter((name) => looking.includes(name)));
    }
  });

  test('a name that is none is refused with those that are', async () => {
    for (const query of ['?tools=write', '?tools=core,write', '?tools=', '?tools=constructor']) {
      const { status, json } = await client.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, {}, query);
      expect([status, json.error.fields[0].path], query).toEqual([400, 'tools']);
      expect(json.error.fields[0].message).toBe(
        'must name some of core, history, notifications, key_results, all, read',
      );
    }
  });

  test('a form of texts or whose texts that is none is refused', async () => {
    for (const [query, path] of [
      ['?text=xml', 'text'],
      ['?text=json&text=xml', 'text'],
      ['?content=visitors', 'content'],
      ['?content=members&content=', 'content'],
    ] as const) {
      const { status, json } = await client.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, {}, query);
      expect([status, json.error.fields[0].path], query).toEqual([400, path]);
    }
  });

  test('a tool that is not listed is called and named as a candidate all the same, unless it writes and the URL reads', async () => {
    const answer = await call('list_change_sets', {}, '');
    expect(answer.json.result.structuredContent.data).toEqual(expect.any(Array));
    const misspelt = await call('list_changesets', {}, '?tools=core');
    expect(misspelt.json.error.message).toContain('list_change_sets');
    const refused = await call('revert_change_set', {}, '?tools=history,read');
    expect(refused.json.error.message).toContain('There is no tool of that name');
    expect(refused.json.error.message).not.toContain('revert_change_set');
  });
});

const call = (name: string, args: object, query: string) =>
  client.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, {}, query);

test('the list of tools needs less than 8,000 tokens by default, and each further set less than 3,000', async () => {
  const sizeOf = async (query: string) =>
    encode(JSON.stringify({ tools: await client.listTools(query) })).length;
  expect(await sizeOf('')).toBeLessThan(8_000);
  const further = Object.keys(toolSets).filter((set) => set !== 'core');
  for (const set of further) expect(await sizeOf(`?tools=${set}`), set).toBeLessThan(3_000);
});

test('several relations say what each has', () => {
  for (const tool of ['create_story', 'manage_relations']) {
    const { relations } = shown.find(({ name }) => name === tool).inputSchema.properties;
    expect(Object.keys(relations.items.properties), tool).toEqual(['type', 'relatedStory']);
  }
});

test('no schema refers to another, since not every client follows references', () => {
  const text = JSON.stringify(shown);
  expect(text).not.toContain('$ref');
  expect(text).not.toContain('$defs');
});

describe.each(tools.map((tool, position) => [tool.name, position] as const))(
  'the tool %s',
  (name, position) => {
    const own = () => shown[position];

    test('has a name, a title and a short description', () => {
      expect(name).toMatch(/^(search|[a-z]+(_[a-z]+)+)$/);
      expect(own().title).toMatch(/^[A-Z]/);
      expect(own().description).toMatch(/^[A-Z].*\.$/s);
      expect(own().description.length).toBeLessThanOrEqual(300);
    });

    test('has all four annotations, and they are true', () => {
      expect(own().annotations).toEqual({
        readOnlyHint: looking.includes(name),
        destructiveHint: changing.includes(name),
        idempotentHint: true,
        openWorldHint: false,
      });
    });

    test('takes and returns objects, by schemas that a validator reads', () => {
      const ajv = new Ajv2020({ strict: true });
      formats.default(ajv);
      for (const schema of [own().inputSchema, own().outputSchema]) {
        expect(schema.type).toBe('object');
        for (const union of ['anyOf', 'oneOf', 'allOf']) expect(schema).not.toHaveProperty(union);
        expect(ajv.compile(schema)).toBeTypeOf('function');
      }
      expect(own().inputSchema.additionalProperties).toBe(false);
    });

    test('says which arguments it needs', () => {
      const { properties, required = [] } = own().inputSchema;
      expect('workspaceId' in properties).toBe(name !== 'list_workspaces');
      expect(required).not.toContain('workspaceId');
      expect(required.includes('idempotencyKey')).toBe(creating.includes(name));
      expect('cursor' in properties).toBe(name.startsWith('list_'));
      expect('expectedUpdatedAt' in properties).toBe(/^(save|manage_setup)/.test(name));
    });
  },
);

describe('a tool is listed where its user may use it in some workspace:', () => {
  const names = async (person: { userId: string }) => (await connectedClient(person)).toolNames('?tools=all');
  const all = tools.map(({ name }) => name);

  test('members and admins see all of them', async () => {
    const workspace = await newWorkspace();
    expect(await names(await workspace.person('member'))).toEqual(all);
    expect(await names(await workspace.person('admin'))).toEqual(all);
  });

  test('a guest sees the tools that read, save_comment, and those of their own settings, notifications and changes', async () => {
    const workspace = await newWorkspace();
    const guest = await workspace.person('guest');
    const forGuests = ['manage_setup', 'save_comment', 'revert_change_set', ...marking];
    expect((await names(guest)).toSorted()).toEqual([...looking, ...forGuests].toSorted());
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
