import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { newProposing } from '../proposals/proposal-api.ts';
import { storyApi, type StoryApi } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let proposing: Awaited<ReturnType<typeof newProposing>>;
let stories: StoryApi;
let objectiveId: string;
let story: Story;

beforeAll(async () => {
  workspace = await newWorkspace();
  proposing = await newProposing(workspace);
  stories = storyApi(workspace, proposing.lead.client);
});

const preview = (body: object, client = proposing.lead.client) =>
  client.post(`${workspace.path}/plan/preview`, body);

/** Proposes, for an objective with one story, a second story, and that the first is deleted if asked. */
async function propose({ alsoDelete = false } = {}): Promise<{ id: string; madeId: string }> {
  const objective = { teamId: proposing.team.id, name: newKey(), endDate: '2026-12-24T00:00:00Z' };
  const made = await proposing.lead.client.post(`${workspace.path}/objectives`, objective);
  expect(made.status, made.text).toBe(201);
  objectiveId = made.json.data.id;
  story = await stories.create({ teamId: proposing.team.id, objectiveId });
  const set = { 'change-set': randomUUID() };
  const { data, proposal } = (
    await proposing.client.post(
      `${workspace.path}/stories`,
      { teamId: proposing.team.id, title: 'Proposed', objectiveId },
      { ...set, 'idempotency-key': newKey() },
    )
  ).json;
  if (alsoDelete) {
    const gone = await proposing.client.delete(`${workspace.path}/stories/${story.id}`, set);
    expect(gone.status, gone.text).toBe(202);
  }
  return { id: proposal.id, madeId: data.id };
}

const remaining = ({ json }: Awaited<ReturnType<typeof preview>>) =>
  json.data.objectives.map(({ id, now, then }: any) => [id, now.remaining, then.remaining]);

test('a plan is previewed with an open proposal, and with changes on top of it', async () => {
  const { id, madeId } = await propose();
  const alone = await preview({ proposalId: id });
  expect(alone.status, alone.text).toBe(200);
  await expect.poll(async () => remaining(await preview({ proposalId: id }))).toEqual([[objectiveId, 1, 2]]);
  const changes = [{ storyId: madeId, patch: { clearFields: ['objectiveId'] } }];
  expectRefusal(await preview({ changes }), 400, 'invalid_reference');
  expect(remaining(await preview({ changes, proposalId: id }))).toEqual([]);
  const others = [{ storyId: story.id, patch: { clearFields: ['objectiveId'] } }];
  expect(remaining(await preview({ changes: others, proposalId: id }))).toEqual([[objectiveId, 1, 1]]);
  expect((await proposing.api.get(id)).json.data.status).toBe('open');
  expectRefusal(await stories.get(madeId), 404, 'not_found');
});

test('a proposed deletion is in no plan, and what was changed since it was proposed stays', async () => {
  const { id } = await propose({ alsoDelete: true });
  await expect.poll(async () => remaining(await preview({ proposalId: id }))).toEqual([[objectiveId, 1, 1]]);
  await propose();
  const changed = await stories.read(story.id);
  const proposed = await storyApi(workspace, proposing.client).update(story.id, {
    expectedUpdatedAt: changed.updatedAt,
    clearFields: ['objectiveId'],
  });
  const { id: own } = proposed.json.proposal;
  await expect.poll(async () => remaining(await preview({ proposalId: own }))).toEqual([[objectiveId, 1, 0]]);
  await stories.change(changed, { title: 'Changed since' });
  expect(remaining(await preview({ proposalId: own }))).toEqual([]);
});

test('a proposal that the caller cannot see, or that is decided, is in no preview', async () => {
  const { id } = await propose();
  const outsider = await workspace.person('member', [await workspace.team()]);
  expectBadFields(await preview({ proposalId: id }, outsider.client), ['proposalId'], 'invalid_reference');
  const scopes = ['schedule:read', 'stories:read', 'objectives:read', 'sprints:read'] as const;
  const narrow = await workspace.clientFor(proposing.lead.id, { scopes: [...scopes] });
  expectRefusal(await preview({ proposalId: id }, narrow), 403, 'insufficient_scope');
  await proposing.api.reject(id);
  expectBadFields(await preview({ proposalId: id }), ['proposalId'], 'invalid_reference');
  for (const body of [{}, { changes: [] }])
    expectBadFields(await preview(body), ['changes'], 'invalid_request');
});

test('an objective that a proposal changes is forecast with it, and one that it deletes is not', async () => {
  await propose();
  const path = `${workspace.path}/objectives/${objectiveId}`;
  const { updatedAt: expectedUpdatedAt } = (await proposing.lead.client.get(path)).json.data;
  const changed = await proposing.client.patch(path, { expectedUpdatedAt, name: 'Another name' });
  const previewed = await preview({ proposalId: changed.json.proposal.id });
  expect(previewed.json.data.objectives).toMatchObject([
    { id: objectiveId, now: { name: expect.any(String) }, then: { name: 'Another name' } },
  ]);
  expect(previewed.json.data.objectives[0].now.name).not.toBe('Another name');
  const made = await proposing.lead.client.post(`${workspace.path}/objectives`, {
    teamId: proposing.team.id,
    name: newKey(),
  });
  const deleted = await proposing.client.delete(`${workspace.path}/objectives/${made.json.data.id}`);
  expect(deleted.status, deleted.text).toBe(202);
  expect(remaining(await preview({ proposalId: deleted.json.proposal.id }))).toEqual([]);
});
