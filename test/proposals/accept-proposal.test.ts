import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { storyApi, type StoryApi } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { workerService } from '../support/service.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { newProposing, proposalApi } from './proposal-api.ts';

let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let proposing: Awaited<ReturnType<typeof newProposing>>;
let stories: StoryApi;

beforeAll(async () => {
  const worker = await workerService();
  ({ proxy } = worker);
  workspace = await newWorkspace(worker.service);
  proposing = await newProposing(workspace);
  stories = storyApi(workspace, proposing.lead.client);
});

/** Proposes two stories, one below the other, and a change of a third. */
async function propose(title = 'Parent') {
  const set = { 'change-set': randomUUID() };
  const { client, team } = proposing;
  const create = async (body: object) =>
    (
      await client.post(
        `${workspace.path}/stories`,
        { teamId: team.id, ...body },
        { ...set, 'idempotency-key': newKey() },
      )
    ).json;
  const changed = await stories.create({ teamId: team.id, title: 'Changed' });
  const { data: parent, proposal } = await create({ title });
  const { data: child } = await create({ title: 'Child', parentId: parent.id });
  const update = (id: string, body: object) => client.patch(`${workspace.path}/stories/${id}`, body, set);
  await update(changed.id, { expectedUpdatedAt: changed.updatedAt, priority: 'high' });
  await update(parent.id, { expectedUpdatedAt: parent.updatedAt, priority: 'low' });
  const { changes } = (await proposing.api.get(proposal.id)).json.data;
  return { id: proposal.id as string, parent, child, changed, changes: changes as { id: string }[] };
}

test('an accepted proposal is made whole, with the ids that were said, as one change set of who accepts it', async () => {
  const { id, parent, child, changed } = await propose();
  const { status, json, text } = await proposing.api.accept(id);
  expect(status, text).toBe(200);
  expect(json.data).toMatchObject({ conflicts: [], dryRun: false });
  expect(json.data.applied.map((one: { operation: string }) => one.operation)).toEqual([
    'createStory',
    'createStory',
    'updateStory',
    'updateStory',
  ]);
  expect(await stories.read(parent.id)).toMatchObject({ title: 'Parent', priority: 'low' });
  expect((await stories.read(child.id)).parentId).toBe(parent.id);
  expect((await stories.read(changed.id)).priority).toBe('high');
  const { data } = (await proposing.api.get(id)).json;
  expect(data).toMatchObject({
    status: 'accepted',
    decidedBy: proposing.lead.id,
    changeSetId: json.data.changeSetId,
  });
  expect(data.changes.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('applied'));
  const history = `${workspace.path}/stories/${changed.id}/history`;
  const [entry] = (await proposing.lead.client.get(history)).json.data;
  expect(entry).toMatchObject({ actor: { id: proposing.lead.id }, changeSetId: json.data.changeSetId });
  expectRefusal(await proposing.api.accept(id), 409, 'conflict');
});

test('what has changed since is a conflict, and the rest is applied', async () => {
  const { id, parent, changed, changes } = await propose();
  await stories.change(changed, { title: 'Changed meanwhile', priority: 'urgent' });
  const { data } = (await proposing.api.accept(id)).json;
  expect(data.applied).toHaveLength(3);
  expect(data.conflicts).toMatchObject([
    { id: changes[2]!.id, resource: 'story', resourceId: changed.id, code: 'version_conflict' },
  ]);
  expect((await stories.read(changed.id)).priority).toBe('urgent');
  expect((await stories.read(parent.id)).priority).toBe('low');
  expect((await proposing.api.get(id)).json.data).toMatchObject({
    status: 'partly_accepted',
    changes: [{ state: 'applied' }, { state: 'applied' }, { state: 'conflict' }, { state: 'applied' }],
  });
});

test('a part of a proposal can be accepted', async () => {
  const { id, parent, child, changes } = await propose();
  expectBadFields(
    await proposing.api.accept(id, { changes: [randomUUID()] }),
    ['changes.0'],
    'invalid_reference',
  );
  const { data } = (await proposing.api.accept(id, { changes: [changes[0]!.id] })).json;
  expect(data.applied.map((one: { resourceId: string }) => one.resourceId)).toEqual([parent.id]);
  expect((await stories.read(parent.id)).title).toBe('Parent');
  expectRefusal(await stories.get(child.id), 404, 'not_found');
  expect((await proposing.api.get(id)).json.data.status).toBe('partly_accepted');
});

test('a dry run says what would be applied, and changes nothing', async () => {
  const { id, parent } = await propose();
  const dry = (await proposing.api.accept(id, { dryRun: true })).json.data;
  expect(dry).toMatchObject({ conflicts: [], changeSetId: null, dryRun: true });
  expect(dry.applied).toHaveLength(4);
  expectRefusal(await stories.get(parent.id), 404, 'not_found');
  expect((await proposing.api.get(id)).json.data.status).toBe('open');
  expect((await proposing.api.accept(id)).json.data.applied).toHaveLength(4);
});

test('accepting needs the rights of each change', async () => {
  const { id, parent } = await propose();
  const reader = await workspace.clientFor(proposing.lead.id, { scopes: ['proposals:read', 'stories:read'] });
  const { data } = (await proposalApi(workspace, reader).accept(id)).json;
  expect(data.applied).toEqual([]);
  expect(data.conflicts.map((one: { code: string }) => one.code)).toEqual(
    Array(4).fill('insufficient_scope'),
  );
  expectRefusal(await stories.get(parent.id), 404, 'not_found');
  expect((await proposing.api.get(id)).json.data).toMatchObject({ status: 'open', changeSetId: null });
  expect((await proposing.api.accept(id)).json.data.applied).toHaveLength(4);
});

test('a proposal is not accepted by who has made it, with any of their credentials', async () => {
  const { id } = await propose();
  for (const client of [proposing.author.client, await workspace.clientFor(proposing.author.id)])
    expectRefusal(await proposalApi(workspace, client).accept(id), 403, 'own_proposal');
});

test('a credential that only proposes accepts nothing', async () => {
  const { id } = await propose();
  const other = await newProposing(workspace, [proposing.team]);
  expectRefusal(await proposalApi(workspace, other.client).accept(id), 403, 'not_proposable');
});

test('ten that accept at once make it once', async () => {
  const { id, parent } = await propose('Only one');
  const answers = await Promise.all(Array.from({ length: 10 }, () => proposing.api.accept(id)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array<number>(9).fill(409)]);
  const { json } = await stories.list({ teamId: proposing.team.id, limit: 100 });
  const made = json.data.filter(({ title }: { title: string }) => title === 'Only one');
  expect(made.map((story: { id: string }) => story.id)).toEqual([parent.id]);
});

test('one acceptance that is sent ten times under one key is answered ten times, and made once', async () => {
  onTestFinished(() => proxy.reset());
  for (let round = 0; round < 3; round++) {
    const title = `Sent ten times ${round}`;
    const { id, parent } = await propose(title);
    const key = { 'idempotency-key': newKey() };
    proxy.latency = 20;
    const send = async (_: unknown, position: number) => {
      await delay(position * 15);
      return await proposing.api.accept(id, {}, key);
    };
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    proxy.latency = 0;
    expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(Array(10).fill(200));
    const { json } = await stories.list({ teamId: proposing.team.id, limit: 100 });
    const made = json.data.filter((story: { title: string }) => story.title === title);
    expect(made.map((story: { id: string }) => story.id)).toEqual([parent.id]);
  }
});

test('an acceptance that was interrupted goes on, and makes nothing twice', async () => {
  const { id, parent, child, changed } = await propose();
  onTestFinished(() => proxy.reset());
  let writes = 0;
  // The first change is made, and its answer is lost with everything after it.
  proxy.fault = (operation, _, body) => {
    if (!JSON.stringify(body).includes(parent.id) && writes === 0) return undefined;
    if (operation === 'TransactWriteItems' || writes > 0) writes++;
    return writes === 0 ? undefined : writes === 1 ? 'lose-answer' : 'refuse';
  };
  const key = { 'idempotency-key': newKey() };
  expectRefusal(await proposing.api.accept(id, {}, key), 503, 'service_unavailable');
  proxy.reset();
  // Others wait, but not the same request.
  expectRefusal(await proposing.api.accept(id), 409, 'conflict');
  const { status, json, text } = await proposing.api.accept(id, {}, key);
  expect(status, text).toBe(200);
  expect(json.data.applied).toHaveLength(4);
  expect(await stories.read(parent.id)).toMatchObject({ title: 'Parent', priority: 'low' });
  expect((await stories.read(child.id)).parentId).toBe(parent.id);
  expect((await stories.read(changed.id)).priority).toBe('high');
  const again = await proposing.api.accept(id, {}, key);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.json).toEqual(json);
});

test('an acceptance that was interrupted has others wait for a minute', async () => {
  const { id, parent } = await propose();
  onTestFinished(() => proxy.reset());
  proxy.fault = (operation, _, body) =>
    operation === 'TransactWriteItems' && JSON.stringify(body).includes(parent.id) ? 'refuse' : undefined;
  expectRefusal(await proposing.api.accept(id), 503, 'service_unavailable');
  proxy.reset();
  expectRefusal(await proposing.api.reject(id), 409, 'conflict');
  await proposing.endHold(id);
  expect((await proposing.api.accept(id)).json.data.applied).toHaveLength(4);
});

test('a proposal expires after two weeks', async () => {
  const { id } = await propose();
  await proposing.expire(id);
  expect((await proposing.api.get(id)).json.data.status).toBe('expired');
  expectRefusal(await proposing.api.accept(id), 409, 'conflict');
  const listed = (await proposing.api.list({ status: 'expired' })).json.data;
  expect(listed.map((one: { id: string }) => one.id)).toEqual([id]);
});
