import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { isProposable } from '../../shared/kernel/api/operation/proposable.ts';
import { allOperations, functionGroups } from '../../shared/surface/registry.ts';
import { exportApi, linesOf } from '../exports/export-api.ts';
import { signedIn } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { newFullWorkspace } from '../support/full-workspace.ts';
import { sampleRequest } from '../support/sample.ts';
import { sharedService } from '../support/service.ts';
import { newKey } from '../support/workspace.ts';

/** A word that is in no text but those that are proposed. */
const MARKER = 'Qwzxproposed';

/** The fields of requests in which people write. */
const written = [
  'title',
  'name',
  'content',
  'body',
  'note',
  'description',
  'goal',
  'summary',
  'text',
  'shortSummary',
];

/** What shows proposals. */
const ofProposals: ReadonlySet<string> = new Set(['getProposal', 'listProposals', 'showProposal']);

type Full = Awaited<ReturnType<typeof newFullWorkspace>>;
let full: Full;
let proposer: Client;
let before: Map<string, string>;
let proposed: string[];

/** What parameters of lists and searches are asked for, besides what they need. */
const searched: Readonly<Record<string, string>> = { q: MARKER, query: MARKER };

const reads = allOperations.filter(({ method, path }) => method === 'GET' && path.includes('{workspaceId}'));

/** The answers of all operations that read, of lists also as pictures. */
async function readAll(): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const operation of reads) {
    if (ofProposals.has(operation.id)) continue;
    const { path, query } = sampleRequest(operation, full.ids);
    const client = full.callerOf(operation as { principals: readonly string[] });
    const own = Object.keys(operation.input.query.shape).filter((name) => name in searched);
    const queries = [
      query,
      ...(own.length > 0
        ? [{ ...query, ...Object.fromEntries(own.map((name) => [name, searched[name]!])) }]
        : []),
    ];
    for (const [position, asked] of queries.entries()) {
      const { status, text } = await client.request('GET', path, { query: asked });
      answers.set(`${operation.id} ${position}`, `${status} ${text}`);
      const picture = await pictureOf(path, asked);
      if (picture !== undefined) answers.set(`${operation.id} ${position} as a picture`, picture);
    }
  }
  return answers;
}

/** An answer as a picture; undefined where there is none. */
async function pictureOf(path: string, query: Record<string, string>): Promise<string | undefined> {
  const address = `${sharedService().baseUrl}${path}?${new URLSearchParams(query).toString()}`;
  const headers = { authorization: `Bearer ${full.owner.token}`, accept: 'image/svg+xml' };
  const answer = await fetch(address, { headers, redirect: 'manual' });
  return answer.headers.get('content-type')?.startsWith('image/svg') ? await answer.text() : undefined;
}

/** Proposes all that can be proposed, each with the marker in its texts, after something without it. */
async function proposeAll(): Promise<string[]> {
  const done: string[] = [];
  for (const operation of allOperations.filter(isProposable)) {
    const { path, body } = sampleRequest(operation, full.ids);
    const set = { 'change-set': randomUUID() };
    const plain = { teamId: full.team.id, title: 'Plain' };
    await proposer.post(`${full.workspace.path}/stories`, plain, { ...set, 'idempotency-key': newKey() });
    const shape =
      operation.input.body && 'shape' in operation.input.body
        ? Object.keys(operation.input.body.shape as object)
        : [];
    const marked = Object.fromEntries(
      written.filter((name) => shape.includes(name)).map((name) => [name, MARKER]),
    );
    const answer = await proposer.request(operation.method, path, {
      ...(body === undefined
        ? {}
        : { body: { ...(body as object), ...(await versionOf(operation, path)), ...marked } }),
      headers: { ...set, 'idempotency-key': newKey() },
    });
    if (answer.status === 202) done.push(operation.id);
  }
  return done;
}

/** The version that a change names. */
async function versionOf({ input }: (typeof reads)[number], path: string): Promise<object> {
  const { body } = input;
  if (!body || !('shape' in body) || !Object.hasOwn(body.shape as object, 'expectedUpdatedAt')) return {};
  const { json } = await full.owner.client.get(path);
  return { expectedUpdatedAt: json?.data?.updatedAt };
}

beforeAll(async () => {
  full = await newFullWorkspace();
  const person = await full.workspace.person('member', [full.team]);
  proposer = await full.workspace.clientFor(person.id, { writes: 'proposed' });
  before = await readAll();
  proposed = await proposeAll();
});

test('the sweep proposes most of what can be proposed', () => {
  expect(proposed.length).toBeGreaterThan(30);
  for (const id of [
    'createStory',
    'updateStory',
    'createComment',
    'createSprint',
    'createObjective',
    'createLabel',
    'createFeedbackItem',
  ])
    expect(proposed).toContain(id);
});

test('what is proposed is stored with its proposal alone', async () => {
  const { client, tableName } = full.workspace.database;
  const found: string[] = [];
  for (let ExclusiveStartKey: Record<string, unknown> | undefined; ;) {
    const page = await (
      await client.sdk()
    ).send(
      new (await import('@aws-sdk/lib-dynamodb')).ScanCommand({
        TableName: tableName,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      }),
    );
    for (const item of page.Items ?? [])
      if (JSON.stringify(item).includes(MARKER)) found.push(String(item['pk']));
    ExclusiveStartKey = page.LastEvaluatedKey;
    if (!ExclusiveStartKey) break;
  }
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((pk) => !pk.startsWith('PRO#'))).toEqual([]);
});

test('no operation shows what is proposed, in its data, its numbers or its pictures', async () => {
  const after = await readAll();
  const shown = [...after].filter(([, text]) => text.includes(MARKER)).map(([name]) => name);
  expect(shown).toEqual([]);
  const differing = [...after]
    .filter(([name, text]) => stable(text) !== stable(before.get(name)!))
    .map(([name]) => name.split(' ')[0]!)
    .filter((id) => !isOtherwise.has(id));
  expect([...new Set(differing)]).toEqual([]);
});

/** An answer without the time that it looks back from. */
const stable = (text: string): string => text.replaceAll(/"(?:since|before)":"[^"]*"/g, '');

/** Answers that are others each time, and what says that something was proposed but not what. */
const isOtherwise: ReadonlySet<string> = new Set([
  'getAttachmentDownload',
  'getExportFile',
  'listChanges',
  'listChangeSets',
]);

test('no page of a member or a portal shows what is proposed', async () => {
  const browser = await signedIn(sharedService(), full.workspace, full.owner);
  const shown: string[] = [];
  let count = 0;
  for (const { id, method, path } of Object.values(functionGroups).flatMap(({ routes }) => routes)) {
    if (method !== 'GET' || ofProposals.has(id) || path.startsWith('/docs')) continue;
    const at = path.replaceAll(/\{(\w+)\+?\}/g, (_, name: string) => full.ids[name] ?? 'x');
    const { status, text } = await browser.request('GET', at);
    if (status === 200) count++;
    if (text.includes(MARKER)) shown.push(id);
  }
  expect(count).toBeGreaterThan(15);
  expect(shown).toEqual([]);
});

test('no export has what is proposed', async () => {
  const api = exportApi(full.workspace, full.owner.client);
  const made = await api.ended((await api.create()).id);
  expect(JSON.stringify(await linesOf(api, made))).not.toContain(MARKER);
});
