import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { putChangeSetEvent } from '../../shared/events/change-sets/change-set-store.ts';
import { CHANGES_MAX } from '../../shared/events/change-sets/read-change-set.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { WebhookEvent } from '../../shared/kernel/log/event.ts';
import { historyApi } from '../history/history-api.ts';
import { changesApi } from '../log/changes-api.ts';
import { dataOf, newStoryWorkspace } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let sets: ReturnType<typeof changeSetApi>;

beforeAll(async () => {
  made = await newStoryWorkspace();
  sets = changeSetApi(made.workspace, made.member.client);
});

const inSet = (id: string) => ({ 'change-set': id });
const create = async (id: string, fields: object = {}) => {
  const { workspace, team, member } = made;
  const headers = { ...inSet(id), 'idempotency-key': newKey() };
  const body = { title: 'A story', teamId: team.id, ...fields };
  return dataOf<{ id: string; updatedAt: string }>(
    await member.client.post(`${workspace.path}/stories`, body, headers),
    201,
  );
};

test('a change set groups what requests change under one header, in the order in which it happened', async () => {
  const { workspace, member } = made;
  const id = randomUUID();
  const story = await create(id);
  const path = `${workspace.path}/stories/${story.id}`;
  const patch = { expectedUpdatedAt: story.updatedAt, title: 'Changed' };
  expect((await member.client.patch(path, patch, inSet(id))).status).toBe(200);
  const comment = await member.client.post(`${path}/comments`, { content: 'Said' }, inSet(id));
  const deleted = await member.client.delete(`${path}/comments/${comment.json.data.id}`, inSet(id));
  expect(deleted.status).toBe(200);
  // Not in the set.
  expect((await member.client.post(`${path}/comments`, { content: 'Else' })).status).toBe(201);

  const found = await sets.of(id, 4);
  expect(found).toMatchObject({ id, actor: { kind: 'user', id: member.id, via: 'rest' }, reversible: true });
  expect(found.changes).toEqual([
    { resource: 'story', id: story.id, action: 'created', changes: [] },
    {
      resource: 'story',
      id: story.id,
      action: 'updated',
      changes: [{ field: 'title', from: 'A story', to: 'Changed' }],
    },
    { resource: 'comment', id: comment.json.data.id, action: 'created', changes: [] },
    { resource: 'comment', id: comment.json.data.id, action: 'deleted', changes: [] },
  ]);
  expect(found.startedAt <= found.endedAt).toBe(true);
  const history = await historyApi(workspace, member.client).of(`stories/${story.id}`, 2);
  expect(history).toMatchObject([{ changeSetId: id }, { changeSetId: id }]);
});

/** Makes a change that is a set of its own. Returns the set, and a reader that has come to it. */
async function newSingleSet() {
  const { workspace, team, member } = made;
  const reader = await changesApi(workspace, member.client).reader();
  const story = await made.api.create({ teamId: team.id });
  const event = await reader.until(({ type, data }) => type === 'story.created' && data.id === story.id);
  const { changeSetId: id } = event as unknown as { changeSetId: string };
  return { id, reader, before: await sets.of(id, 1) };
}

test('a change set of one change stays as it is when another person names it', async () => {
  const { workspace, team } = made;
  const { id, reader, before } = await newSingleSet();
  const other = await workspace.person('member', [team]);
  const body = { title: 'Of somebody else', teamId: team.id };
  const headers = { ...inSet(id), 'idempotency-key': newKey() };
  const theirs = await other.client.post(`${workspace.path}/stories`, body, headers);
  await reader.until(({ type, data }) => type === 'story.created' && data.id === theirs.json.data.id);
  expect((await sets.get(id)).json.data).toEqual(before);
});

test('a change set of one change stays readable when thousands of other changes name it', async () => {
  const { workspace, team } = made;
  const { id, before } = await newSingleSet();
  const ttl = Math.ceil(Date.now() / 1_000) + 3_600;
  const naming = Array.from({ length: CHANGES_MAX + 1 }, (_, number) =>
    putChangeSetEvent(
      { id: randomUUID(), workspaceId: workspace.id } as WebhookEvent,
      id,
      { log: team.id, number, index: 0 },
      ttl,
    ),
  );
  const parts = Array.from({ length: Math.ceil(naming.length / 100) }, (_, n) =>
    naming.slice(n * 100, (n + 1) * 100),
  );
  await Promise.all(parts.map((part) => commit(workspace.database, part)));
  expect((await sets.get(id)).json.data).toEqual(before);
});

test('a change set is of one actor: others who name it have one of their own', async () => {
  const { workspace, team, member } = made;
  const id = randomUUID();
  await create(id);
  await sets.of(id, 1);
  const other = await workspace.person('member', [team]);
  const reader = await changesApi(workspace, member.client).reader();
  const headers = { ...inSet(id), 'idempotency-key': newKey() };
  const body = { title: 'Of somebody else', teamId: team.id };
  const theirs = await other.client.post(`${workspace.path}/stories`, body, headers);
  await reader.until(({ type, data }) => type === 'story.created' && data.id === theirs.json.data.id);
  const own = await changeSetApi(workspace, other.client).of(id, 1);
  expect(own).toMatchObject({ actor: { id: other.id }, changes: [{ id: theirs.json.data.id }] });
  const person = await workspace.person('member', [team]);
  for (const { client } of [member, person]) {
    const found = await changeSetApi(workspace, client).of(id, 1);
    expect(found.actor.id).toBe(member.id);
  }
});

test('each request without a header is a change set, which its events name, and so is a bulk request', async () => {
  const { workspace, team, member } = made;
  const reader = await changesApi(workspace, member.client).reader();
  const story = await made.api.create({ teamId: team.id });
  const changed = await made.api.change(story, { title: 'Alone' });
  const event = await reader.until(({ type, data }) => type === 'story.updated' && data.id === story.id);
  const id = (event as unknown as { changeSetId: string }).changeSetId;
  const alone = await sets.of(id, 1);
  expect(alone).toMatchObject({ id, startedAt: changed.updatedAt, reversible: true });
  expect(alone.changes).toMatchObject([{ resource: 'story', id: story.id, action: 'updated' }]);

  const items = Array.from({ length: 3 }, (_, n) => ({
    idempotencyKey: newKey(),
    body: { title: `Bulk ${n}`, teamId: team.id },
  }));
  const bulk = await member.client.post(`${workspace.path}/bulk/stories`, { items });
  const first = bulk.json.data.items[0].id as string;
  const one = await reader.until(({ data }) => data.id === first);
  const together = await sets.of((one as unknown as { changeSetId: string }).changeSetId, 3);
  expect(together.changes.map(({ action }) => action)).toEqual(['created', 'created', 'created']);
});

test('a header that is not a UUID is refused on every kind of write, and nothing changes', async () => {
  const { workspace, team, member } = made;
  const headers = { 'change-set': 'tonight' };
  const body = { title: 'A story', teamId: team.id };
  const answer = await member.client.post(`${workspace.path}/stories`, body, {
    ...headers,
    'idempotency-key': newKey(),
  });
  expectBadFields(answer, ['header.Change-Set']);
  const items = [{ idempotencyKey: newKey(), body }];
  expectBadFields(await member.client.post(`${workspace.path}/bulk/stories`, { items }, headers), [
    'header.Change-Set',
  ]);
});

test('a change set shows each caller what they may see, and does not exist for others', async () => {
  const { workspace, team, member } = made;
  const hidden = await workspace.team();
  const both = await workspace.person('member', [team, hidden]);
  const id = randomUUID();
  for (const { id: teamId } of [team, hidden]) {
    const headers = { ...inSet(id), 'idempotency-key': newKey() };
    const answer = await both.client.post(`${workspace.path}/stories`, { title: 'x', teamId }, headers);
    expect(answer.status).toBe(201);
  }
  await changeSetApi(workspace, both.client).of(id, 2);
  expect((await sets.of(id, 1)).changes).toHaveLength(1);
  const outsider = await workspace.person('member', [await workspace.team()]);
  expectRefusal(await changeSetApi(workspace, outsider.client).get(id), 404, 'not_found');
  const blind = await workspace.clientFor(member.id, { scopes: ['sprints:read'] });
  expectRefusal(await changeSetApi(workspace, blind).get(id), 404, 'not_found');
  const elsewhere = await newWorkspace();
  const stranger = await elsewhere.person('admin', [await elsewhere.team()]);
  expectRefusal(await changeSetApi(elsewhere, stranger.client).get(id), 404, 'not_found');
  expectRefusal(await sets.get(randomUUID()), 404, 'not_found');
});

test('a request that creates several things is a change set, which no other request can join', async () => {
  const { workspace } = made;
  const admin = await workspace.person('admin');
  const sent = await admin.client.post(`${workspace.path}/teams`, { name: 'Several', code: 'SEV' });
  const team = dataOf<{ id: string }>(sent, 201);
  const reader = changesApi(workspace, admin.client);
  const event = await (
    await reader.reader({ since: new Date(Date.now() - 60_000).toISOString() })
  ).until(({ type, data }) => type === 'team.created' && data.id === team.id);
  const { changeSetId: id } = event as unknown as { changeSetId: string };
  const statuses = await admin.client.get(`${workspace.path}/statuses`, { teamId: team.id });
  const ids = [team.id, ...statuses.json.data.map((status: { id: string }) => status.id)];
  expect(ids.length).toBeGreaterThan(3);
  const set = await changeSetApi(workspace, admin.client).of(id, ids.length);
  expect(set.changes.map((change) => change.id).sort()).toEqual(ids.sort());
  const joining = await admin.client.post(`${workspace.path}/labels`, { name: newKey() }, inSet(id));
  expectBadFields(joining, ['header.Change-Set']);
});
