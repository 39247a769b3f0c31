import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { AuditEvent } from '../../shared/kernel/api/operation/audit-trail-store.ts';
import { putAuditEvent } from '../../shared/kernel/api/operation/audit-trail-store.ts';
import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { auditPage, auditTrail } from './audit-api.ts';

let workspace: TestWorkspace;
let admin: Person;
/** Minutes ago by which past events are distinguished. */
const AGES = [1, 2, 3, 4, 5, 6, 7];
const actors = [randomUUID(), randomUUID()] as const;
const targets = [randomUUID(), randomUUID(), randomUUID()] as const;
const now = Date.now();
let past: AuditEvent[];

/** An event of the past: an odd one is by the first actor and creates a token. */
const pastEvent = (age: number, ms = age * DAY_MS): AuditEvent => ({
  id: newId(new Date(now - ms)),
  type: age % 2 ? 'token.created' : 'member.updated',
  timestamp: new Date(now - ms).toISOString(),
  actor: { kind: 'user', id: actors[age % 2]!, via: 'rest' },
  target: { kind: age % 2 ? 'token' : 'member', id: targets[age % 3]!, name: `Past ${age}` },
  changes: [],
  origin: null,
  requestId: null,
  credentialId: null,
  count: 1,
});

const store = async (event: AuditEvent, retention = 400 * DAY_MS) =>
  await commit(workspace.database, [putAuditEvent(workspace.id, event, retention)]);

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  past = AGES.map((age) => pastEvent(age));
  for (const event of past) await store(event);
});

const before = { before: new Date(now - DAY_MS / 2).toISOString() };
const ages = (events: readonly { target: { name: string | null } }[]) =>
  events.map(({ target }) => Number(target.name!.slice('Past '.length)));
const read = async (query: Record<string, string>) =>
  ages(await auditTrail(admin.client, workspace, { ...before, ...query }));

test('audit events are listed newest or oldest first, in pages of any size', async () => {
  expect(await read({})).toEqual(AGES);
  expect(await read({ sort: 'timestamp' })).toEqual(AGES.toReversed());
  for (const limit of ['1', '2', '3', '7']) {
    expect(await read({ limit }), limit).toEqual(AGES);
    expect(await read({ limit, sort: 'timestamp' }), limit).toEqual(AGES.toReversed());
    expect(await read({ limit, type: 'token.*' }), limit).toEqual([1, 3, 5, 7]);
    expect(await read({ limit, type: 'token.*', sort: 'timestamp' }), limit).toEqual([7, 5, 3, 1]);
  }
  const { data, meta } = await auditPage(admin.client, workspace, { ...before, limit: '7' });
  expect(ages(data)).toEqual(AGES);
  expect(meta).toEqual({ hasMore: false, nextCursor: null });
});

test('audit events are filtered by type, actor, target and time, alone and together', async () => {
  expect(await read({ type: 'member.updated' })).toEqual([2, 4, 6]);
  expect(await read({ type: 'member.updated,token.created' })).toEqual(AGES);
  expect(await read({ type: 'portal.*' })).toEqual([]);
  expect(await read({ actorId: actors[1] })).toEqual([1, 3, 5, 7]);
  expect(await read({ targetId: targets[0] })).toEqual([3, 6]);
  expect(await read({ targetId: targets[0], type: 'token.created' })).toEqual([3]);
  expect(await read({ actorId: actors[1], type: 'member.*' })).toEqual([]);
  expect(await read({ actorId: actors[1], targetId: targets[1], limit: '1' })).toEqual([1, 7]);
  const filter = { targetId: targets[1], type: 'member.updated', limit: '1' };
  const { data, meta } = await auditPage(admin.client, workspace, { ...before, ...filter });
  expect(ages(data)).toEqual([4]);
  expect(meta).toEqual({ hasMore: false, nextCursor: null });
  const at = (age: number) => new Date(now - age * DAY_MS).toISOString();
  expect(await read({ since: at(3) })).toEqual([1, 2, 3]);
  expect(await read({ before: at(5) })).toEqual([6, 7]);
  expect(await read({ since: at(6), before: at(3), sort: 'timestamp' })).toEqual([6, 5, 4]);
  expect(await read({ since: at(6), before: at(3), type: 'token.created', limit: '1' })).toEqual([5]);
  expect(await read({ since: new Date(now + DAY_MS).toISOString() })).toEqual([]);
  expectBadFields(await admin.client.get(`${workspace.path}/audit-events?type=token`), ['query.type']);
});

test('a cursor continues what it was issued for, from the same time on', async () => {
  const since = new Date(now - 5 * DAY_MS).toISOString();
  const page = (query: object) =>
    admin.client.get(`${workspace.path}/audit-events`, { ...before, limit: '2', ...query });
  const cursor: string = (await page({ since })).json.meta.nextCursor;
  expect(ages((await page({ since, cursor })).json.data)).toEqual([3, 4]);
  expectRefusal(await page({ cursor }), 400, 'invalid_cursor');
  expectRefusal(await page({ since: before.before, cursor }), 400, 'invalid_cursor');
});

test('events older than 400 days are not shown, and the table then deletes them', async () => {
  const [kept, expired] = [pastEvent(3, 399 * DAY_MS), pastEvent(4, 401 * DAY_MS)];
  await store(kept);
  await store(expired);
  const until = { before: new Date(now - 100 * DAY_MS).toISOString() };
  for (const sort of ['timestamp', '-timestamp']) {
    const found = await auditTrail(admin.client, workspace, { ...until, sort });
    expect(found.map(({ id }) => id)).toEqual([kept.id]);
  }
  const change = putAuditEvent(workspace.id, kept, 400 * DAY_MS);
  const ttl = 'put' in change ? Number(change.put['ttl']) : 0;
  expect(new Date(ttl * 1000).toISOString().slice(0, 10)).toBe(
    new Date(now + 2 * DAY_MS).toISOString().slice(0, 10),
  );
});

test('the list is for admins alone, with the scope, without a team restriction, and while they are admins', async () => {
  const team = await workspace.team();
  const path = `${workspace.path}/audit-events`;
  for (const role of ['guest', 'member'] as const) {
    const { client } = await workspace.person(role);
    expectRefusal(await client.get(path), 403, 'insufficient_role');
  }
  const without = await workspace.clientFor(admin.id, { scopes: ['tokens:manage', 'members:read'] });
  expectRefusal(await without.get(path), 403, 'insufficient_scope');
  const other = await workspace.person('admin', [team]);
  const restricted = await workspace.clientFor(other.id, { teamIds: [team.id] });
  expectRefusal(await restricted.get(path), 403, 'restricted_credential');
  const account = await workspace.serviceAccount([team], ['teams:read']);
  expectRefusal(await account.client.get(path), 403, 'insufficient_scope');

  const { meta } = await auditPage(other.client, workspace, { limit: '1' });
  const { json } = await admin.client.get(`${workspace.path}/members/${other.id}`);
  const { updatedAt: expectedUpdatedAt } = json.data;
  await admin.client.patch(`${workspace.path}/members/${other.id}`, { role: 'member', expectedUpdatedAt });
  const next = `${path}?limit=1&cursor=${encodeURIComponent(meta.nextCursor!)}`;
  expectRefusal(await other.client.get(next), 403, 'insufficient_role');
});

test('a reader resumes where it stopped, and is shown what was recorded meanwhile', async () => {
  const target = { targetId: randomUUID() };
  const recorded = async (age: number, ms: number) =>
    await store({
      ...pastEvent(age, ms),
      target: { kind: 'token', id: target.targetId, name: `Past ${age}` },
    });
  const page = async (query: Record<string, string>) => {
    const { data, meta } = await auditPage(admin.client, workspace, {
      sort: 'timestamp',
      ...target,
      ...query,
    });
    return { ages: ages(data), cursor: (meta as { resumeCursor?: string }).resumeCursor! };
  };
  const begun = await page({ limit: '1' });
  expect(begun.ages).toEqual([]);
  await recorded(1, DAY_MS);
  await recorded(2, 60_000);
  const first = await page({ cursor: begun.cursor });
  expect(first.ages).toEqual([1, 2]);
  // Recorded later with an earlier time, as acts on an account are.
  await recorded(3, 120_000);
  const second = await page({ cursor: first.cursor, limit: '50' });
  expect(second.ages).toEqual([3, 2]);
  expect((await page({ cursor: second.cursor })).ages).toEqual([3, 2]);
});

test('a cursor of another admin, workspace or filter, or one that was changed, is refused', async () => {
  const path = `${workspace.path}/audit-events`;
  const { meta } = await auditPage(admin.client, workspace, { limit: '1' });
  const cursor = meta.nextCursor!;
  const tried = (client: Person['client'], at: string, query: Record<string, string>) =>
    client.get(`${at}?${new URLSearchParams({ limit: '1', ...query }).toString()}`);
  expect((await tried(admin.client, path, { cursor })).status).toBe(200);
  expect((await tried(admin.client, path, { cursor, limit: '2' })).status).toBe(200);
  const second = await workspace.person('admin');
  const elsewhere = await newWorkspace();
  const stranger = await elsewhere.person('admin');
  const flipped = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`;
  for (const answer of [
    await tried(second.client, path, { cursor }),
    await tried(stranger.client, `${elsewhere.path}/audit-events`, { cursor }),
    await tried(admin.client, path, { cursor, type: 'token.created' }),
    await tried(admin.client, path, { cursor, sort: 'timestamp' }),
    await tried(admin.client, path, { cursor: flipped }),
  ]) {
    expectRefusal(answer, 400, 'invalid_cursor');
  }
});

test('the list has no events, actors or targets of another workspace', async () => {
  const elsewhere = await newWorkspace();
  const { client } = await elsewhere.person('admin');
  const all = await auditTrail(client, elsewhere);
  expect(all.length).toBeGreaterThan(0);
  expect(all.filter(({ id }) => past.some((one) => one.id === id))).toEqual([]);
  for (const query of [{ actorId: actors[1] }, { targetId: targets[0] }, { targetId: workspace.id }]) {
    expect(await auditTrail(client, elsewhere, query)).toEqual([]);
  }
  expectRefusal(await client.get(`${workspace.path}/audit-events`), 403, 'workspace_mismatch');
});
