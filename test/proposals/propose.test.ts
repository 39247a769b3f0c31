import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { commentApi } from '../comments/comment-api.ts';
import { storyApi } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { newProposing, proposalApi } from './proposal-api.ts';

let workspace: TestWorkspace;
let proposing: Awaited<ReturnType<typeof newProposing>>;

beforeAll(async () => {
  workspace = await newWorkspace();
  proposing = await newProposing(workspace);
});

const createIn = (changeSet: string | undefined, body: object) =>
  proposing.client.post(
    `${workspace.path}/stories`,
    { teamId: proposing.team.id, title: 'Proposed', ...body },
    { 'idempotency-key': newKey(), ...(changeSet ? { 'change-set': changeSet } : {}) },
  );

describe('a proposed write', () => {
  test('is answered with what would be and changes nothing', async () => {
    const mine = storyApi(workspace, proposing.lead.client);
    const before = await mine.create({ teamId: proposing.team.id });
    const answer = await createIn(undefined, { title: 'Only proposed' });
    expect(answer.status).toBe(202);
    const { data, proposal } = answer.json;
    expect(data).toMatchObject({ title: 'Only proposed', sequenceId: before.sequenceId + 1 });
    expect(proposal).toEqual({ id: expect.any(String), status: 'open' });
    expectRefusal(await mine.get(data.id), 404, 'not_found');
    const listed = await mine.list({ teamId: proposing.team.id });
    expect(listed.json.data.map(({ id }: { id: string }) => id)).toEqual([before.id]);
    const next = await mine.create({ teamId: proposing.team.id });
    expect(next.sequenceId).toBe(before.sequenceId + 1);
  });

  test('of something new is named without the number that is drawn when it is made', async () => {
    const { json } = await createIn(undefined, { title: 'Numbered later' });
    const { data } = (await proposing.api.get(json.proposal.id)).json;
    expect(data.title).toBe('Create a story: Numbered later');
  });

  test('is refused as it would be if it were made', async () => {
    expectRefusal(await createIn(undefined, { title: '' }), 400, 'invalid_request');
    expectRefusal(await createIn(undefined, { statusId: randomUUID() }), 400, 'invalid_reference');
    const story = await storyApi(workspace, proposing.lead.client).create({ teamId: proposing.team.id });
    const stale = { expectedUpdatedAt: '2026-01-01T00:00:00.000Z', title: 'Late' };
    const theirs = storyApi(workspace, proposing.client);
    expectRefusal(await theirs.update(story.id, stale), 409, 'version_conflict');
    const other = await (await newWorkspace()).team();
    expectRefusal(await createIn(undefined, { teamId: other.id }), 400, 'invalid_reference');
  });

  test('that is sent twice with one key is one change', async () => {
    const key = { 'idempotency-key': newKey() };
    const body = { teamId: proposing.team.id, title: 'Once' };
    const send = () => proposing.client.post(`${workspace.path}/stories`, body, key);
    const [first, second] = [await send(), await send()];
    expect(second.status).toBe(202);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.json).toEqual(first.json);
    expect((await proposing.api.get(first.json.proposal.id)).json.data.changes).toHaveLength(1);
  });

  test('that changes nothing makes no proposal', async () => {
    const story = await storyApi(workspace, proposing.lead.client).create({ teamId: proposing.team.id });
    const same = { expectedUpdatedAt: story.updatedAt, title: story.title };
    const answer = await storyApi(workspace, proposing.client).update(story.id, same);
    expect(answer.status).toBe(200);
    expect(answer.json).not.toHaveProperty('proposal');
  });

  test('of a change set joins its proposal, and sees what the others would make', async () => {
    const set = { 'change-set': randomUUID() };
    const { data: parent, proposal } = (await createIn(set['change-set'], { title: 'Parent' })).json;
    const child = await createIn(set['change-set'], { title: 'Child', parentId: parent.id });
    expect(child.json).toMatchObject({
      data: { parentId: parent.id, sequenceId: parent.sequenceId + 1 },
      proposal: { id: proposal.id },
    });
    const patch = { expectedUpdatedAt: parent.updatedAt, priority: 'high' };
    const changed = await proposing.client.patch(`${workspace.path}/stories/${parent.id}`, patch, set);
    expect(changed.json).toMatchObject({
      data: { title: 'Parent', priority: 'high' },
      proposal: { id: proposal.id },
    });
    const comments = `${workspace.path}/stories/${parent.id}/comments`;
    const commented = await proposing.client.post(comments, { content: 'Look' }, set);
    expect(commented.status, commented.text).toBe(202);
    expect((await proposing.api.get(proposal.id)).json.data.changes).toMatchObject([
      { operation: 'createStory', before: null, after: { title: 'Parent' } },
      { operation: 'createStory', before: null, after: { title: 'Child' } },
      { operation: 'updateStory', after: { priority: 'high' } },
      { operation: 'createComment', resource: 'comment', after: { content: 'Look' } },
    ]);
  });

  test('of a bulk request joins the others, each with its own outcome', async () => {
    const items = ['One', 'Two', ''].map((title) => ({
      idempotencyKey: newKey(),
      body: { teamId: proposing.team.id, title },
    }));
    const { status, json } = await proposing.client.post(`${workspace.path}/bulk/stories`, { items });
    expect(status).toBe(200);
    const [one, two, three] = json.data.items;
    expect([one.httpStatus, two.httpStatus, three.httpStatus]).toEqual([202, 202, 400]);
    expect(one.proposal).toEqual(two.proposal);
    expect((await proposing.api.get(one.proposal.id)).json.data.changeCount).toBe(2);
  });
});

describe('what cannot be proposed', () => {
  test('is refused to a credential that only proposes', async () => {
    const { client } = proposing;
    const token = { name: 'Escape', scopes: ['stories:write'] };
    expectRefusal(await client.post(`${workspace.path}/tokens`, token), 403, 'not_proposable');
    const view = { name: 'Mine', filter: 'is:open' };
    expect((await client.post(`${workspace.path}/views`, view)).status).toBe(202);
  });
});

test('all that a service account with proposed writes does is proposed, also with older keys', async () => {
  const admin = await workspace.person('admin', [proposing.team]);
  const accounts = `${workspace.path}/service-accounts`;
  const made = await admin.client.post(accounts, { name: 'Agent', teamIds: [proposing.team.id] });
  const account = made.json.data;
  expect(account.writes).toBe('direct');
  const keyed = await admin.client.post(`${accounts}/${account.id}/keys`, {
    name: 'Key',
    scopes: ['stories:read', 'stories:write'],
  });
  const agent = createClient(sharedService().baseUrl, keyed.json.token as string);
  const body = { teamId: proposing.team.id, title: 'By an agent' };
  const send = () => agent.post(`${workspace.path}/stories`, body, { 'idempotency-key': newKey() });
  expect((await send()).status).toBe(201);
  const patch = { expectedUpdatedAt: account.updatedAt, writes: 'proposed' };
  const patched = await admin.client.patch(`${accounts}/${account.id}`, patch);
  expect(patched.json.data.writes).toBe('proposed');
  const proposed = await send();
  expect(proposed.status).toBe(202);
  const { data } = (await proposalApi(workspace, admin.client).get(proposed.json.proposal.id)).json;
  expect(data.by).toEqual({ kind: 'service_account', id: account.id, via: 'rest' });
});

test('a comment that is proposed is in no list', async () => {
  const story = await storyApi(workspace, proposing.lead.client).create({ teamId: proposing.team.id });
  const theirs = commentApi(workspace, story.id, proposing.client);
  const answer = await theirs.send({ content: 'Hello' });
  expect(answer.status, answer.text).toBe(202);
  const listed = await commentApi(workspace, story.id, proposing.lead.client).list();
  expect(listed.json.data).toEqual([]);
});
