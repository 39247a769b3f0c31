import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { signedIn } from '../support/browser.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { connectedClient, type McpClient } from './mcp-client.ts';

/** A word that only visitors write, in every field in which they can; and one that only members do. */
const [CANARY, SECRET] = ['Canary', 'Nightjar'].map((word) => `${word}${randomUUID().slice(0, 8)}`) as [
  string,
  string,
];
const isCanary = (text: string): boolean => text.toLowerCase().includes(CANARY.toLowerCase());

let workspace: TestWorkspace;
let admin: Person;
let client: McpClient;
let item: FeedbackItem;
let pages: string[];
/** What arguments of random calls are chosen from. */
let known: string[];

beforeAll(async () => {
  workspace = await newWorkspace();
  const team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  client = await connectedClient(admin);
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal();
  const elsewhere = await newWorkspace();
  const email = `${randomUUID()}@example.com`;
  const named = { workspaceId: elsewhere.id, name: `${CANARY} Name`, email, role: 'guest' as const };
  const { id } = await elsewhere.operator.addMember(named);
  const visitor = await signedIn(sharedService(), elsewhere, { ...admin, id });
  const home = `/portals/${portal.slug}/feedback`;
  const fields = {
    title: `${CANARY} title`,
    description: `${CANARY} description`,
    boardId: portal.boards[0]!.id,
  };
  await visitor.submit(await visitor.open(`${home}/new`), `${home}/new`, fields);
  const { json } = await admin.client.get(`${feedback.pathOf(portal)}/items`);
  [item] = json.data;
  const path = `${home}/items/${item.slug}`;
  await visitor.submit(await visitor.open(path), `${path}/comments`, { content: `${CANARY} comment` });
  const at = `${feedback.pathOf(portal)}/items/${item.id}`;
  const note = { content: `${SECRET} note`, internal: true };
  await admin.client.post(`${at}/comments`, note, { 'idempotency-key': randomUUID() });
  const story = await admin.client.post(
    `${workspace.path}/stories`,
    { title: `${SECRET} story`, teamId: team.id },
    { 'idempotency-key': randomUUID() },
  );
  await until(async () => {
    const found = await admin.client.get(`${workspace.path}/search`, { q: CANARY });
    return found.json.data?.length >= 1;
  });
  pages = [home, `${home}/roadmap`, path];
  known = [workspace.id, team.id, team.code, item.id, portal.id, story.json.data.id, SECRET, 'me'];
});

/** The parts of a structured result that have a canary and are not marked as a visitor's, nor in one that is. */
function unmarked(value: unknown, within = false): string[] {
  if (typeof value === 'string') return isCanary(value) && !within ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const marked = within || ('origin' in value && value.origin === 'visitor');
  return Object.values(value).flatMap((part) => unmarked(part, marked));
}

/** The lines of a text result that have a canary, are no quotation, and do not say whose words they are. */
const unfenced = (text: string): string[] =>
  text.split('\n').filter((line) => isCanary(line) && !/^\s*> |visitor/.test(line));

async function call(name: string, args: object, query = ''): Promise<{ text: string; structured: unknown }> {
  const params = { name, arguments: args };
  const { json } = await client.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, {}, query);
  const { content = [], structuredContent } = json.result ?? {};
  return { text: content.map(({ text = '' }) => text).join('\n'), structured: structuredContent };
}

interface ListedTool {
  name: string;
  inputSchema: { properties: Record<string, unknown>; required?: string[] };
  annotations: { readOnlyHint: boolean };
}

test("what visitors write is marked wherever a tool returns it, and withheld where members' text is asked for", async () => {
  const calls: [string, object][] = [
    ['list_comments', { workspaceId: workspace.id, feedbackItem: item.id, full: true }],
    ['search', { workspaceId: workspace.id, q: CANARY }],
  ];
  for (const [name, args] of calls) {
    const { text, structured } = await call(name, args);
    expect(isCanary(text), name).toBe(true);
    expect(unmarked(structured), name).toEqual([]);
    expect(unfenced(text), name).toEqual([]);
    const kept = await call(name, args, '?content=members');
    expect(isCanary(JSON.stringify(kept.structured)), name).toBe(false);
  }
});

/** A reading tool with a few of the arguments that it knows, which fit more or less. */
const randomCall = (listed: readonly ListedTool[]) =>
  fc.constantFrom(...listed).chain(({ name, inputSchema: { properties, required = [] } }) => {
    const values: Record<string, fc.Arbitrary<unknown>> = {
      feedbackItem: fc.constantFrom(item.id, item.id, ...known),
      q: fc.constantFrom('comment', 'title', 'description', SECRET),
      full: fc.boolean(),
      limit: fc.integer({ min: 1, max: 100 }),
    };
    const optional = Object.keys(properties).filter((one) => !required.includes(one));
    // Those that can lead to what visitors write are drawn more often.
    const likely = optional.filter((one) => one in values);
    const drawn = [...optional, ...likely, ...likely, ...likely];
    return fc.subarray(drawn, { maxLength: Math.min(2, drawn.length) }).chain((some) => {
      const shape = [...required, ...some].map((one) => [
        one,
        values[one] ?? fc.constantFrom(...known, 'status', 'is:open', true, 1),
      ]);
      const fields = Object.fromEntries(shape) as Record<string, fc.Arbitrary<unknown>>;
      return fc.record({ ...fields, workspaceId: fc.constant(workspace.id) }).map((args) => ({ name, args }));
    });
  });

test('no random call of a tool returns what visitors write unmarked, or at all to who wants text of members', async () => {
  const { seed, whole } = inject('sampling');
  let seen = 0;
  const listed = ((await client.listTools('?tools=all')) as ListedTool[]).filter(
    ({ annotations }) => annotations.readOnlyHint,
  );
  const property = fc.asyncProperty(randomCall(listed), async ({ name, args }) => {
    const { text, structured } = await call(name, args);
    expect(unmarked(structured), `${name} ${JSON.stringify(args)}`).toEqual([]);
    expect(unfenced(text), `${name} ${JSON.stringify(args)}`).toEqual([]);
    if (!isCanary(text)) return;
    seen++;
    const kept = await call(name, args, '?content=members');
    expect(isCanary(kept.text) || isCanary(JSON.stringify(kept.structured))).toBe(false);
  });
  await fc.assert(property, { seed, numRuns: whole ? 10_000 : 100 });
  // Some of the calls did return it.
  expect(seen).toBeGreaterThan(0);
});

test('no public page has what only members see', async () => {
  for (const page of pages) {
    const answer = await fetch(`${sharedService().baseUrl}${page}`, { headers: { accept: 'text/html' } });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).not.toContain(SECRET);
    const json = await fetch(`${sharedService().baseUrl}${page}`, {
      headers: { accept: 'application/json' },
    });
    expect(await json.text()).not.toContain(SECRET);
  }
});
