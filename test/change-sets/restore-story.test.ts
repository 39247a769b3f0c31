import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { claimApi } from '../claims/claim-api.ts';
import { changesApi } from '../log/changes-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';
import { contentsOf, newRestoreWorkspace, unversioned } from './restore-api.ts';

let made: Awaited<ReturnType<typeof newRestoreWorkspace>>;

beforeAll(async () => {
  made = await newRestoreWorkspace();
});

const identity = (externalId = newKey()) => ({
  externalId,
  externalSource: 'github:acme/app',
  externalUrl: `https://github.com/acme/app/issues/${externalId}`,
});

test('a restored story has its former fields except the version, and is restored once', async () => {
  const { api, newStory, restore, workspace, member, team, remove } = made;
  const parent = await newStory();
  const fields = { priority: 'high', description: 'x'.repeat(3_000), parentId: parent.id };
  const story = await newStory({ title: newKey(), assigneeId: member.id, ...fields, ...identity() });
  const reader = await changesApi(workspace, member.client).reader();
  await remove(story);

  const { status, json, text } = await restore(story);
  expect(status, text).toBe(200);
  expect(unversioned(json.data)).toEqual(unversioned(story));
  expect(json.data.updatedAt > story.updatedAt).toBe(true);
  expect(await api.read(story.id)).toEqual(json.data);
  expectRefusal(await restore(story), 404, 'not_found');

  const isOf = ({ data }: { data: { id: string } }) => data.id === story.id;
  const isSameVersion = ({ data }: { data: object }) => (data as Story).updatedAt === json.data.updatedAt;
  await reader.until((event) => event.type === 'story.deleted' && isOf(event));
  const event = await reader.until((one) => isOf(one) && isSameVersion(one));
  expect(event).toMatchObject({ type: 'story.created', actor: { id: member.id } });
  const ids = async (path: string, query: Record<string, string>) =>
    (await member.client.get(`${workspace.path}/${path}`, query)).json.data.map(
      (one: { id: string }) => one.id,
    );
  await expect.poll(() => ids('search', { q: story.title })).toEqual([story.id]);
  const byTitle = { teamId: team.id, filter: `"${story.title}"` };
  await expect.poll(() => ids('stories', byTitle)).toEqual([story.id]);
  // It is an ordinary story, which can be changed, deleted and restored again.
  const changed = await api.change(json.data, { title: 'Again' });
  await remove(story);
  expect(unversioned((await restore(story)).json.data)).toEqual(unversioned(changed));
});

test('only callers who could delete a story can restore it', async () => {
  const { newStory, restore, workspace, team, member, remove } = made;
  const story = await newStory();
  await remove(story);
  const outsider = await workspace.person('admin', [await workspace.team()]);
  expectRefusal(await restore(story, outsider.client), 404, 'not_found');
  const elsewhere = await newWorkspace();
  const stranger = await elsewhere.person('admin', [await elsewhere.team()]);
  const path = `${elsewhere.path}/stories/${story.id}/restore`;
  expectRefusal(await stranger.client.post(path), 404, 'not_found');
  const guest = await workspace.person('guest', [team]);
  expectRefusal(await restore(story, guest.client), 403, 'insufficient_role');
  const blind = await workspace.clientFor(member.id, { scopes: ['stories:read'] });
  expectRefusal(await restore(story, blind), 403, 'insufficient_scope');
  expectRefusal(await restore({ id: randomUUID() }), 404, 'not_found');
  expect((await restore(story)).status).toBe(200);
});

test('a deleted story is in no read until it is restored', async () => {
  const { api, newStory, comments, workspace, member, remove } = made;
  const story = await newStory({ title: newKey() });
  const comment = await comments.create(story, { content: newKey() });
  await remove(story);
  expectRefusal(await api.get(story.id), 404, 'not_found');
  const found = await member.client.get(`${workspace.path}/search`, { q: comment.content });
  expect(found.json.data).toEqual([]);
  const reference = await member.client.get(`${workspace.path}/stories/by-reference/${story.reference}`);
  expect(reference.status).toBe(404);
});

test('a restored story has no references to deleted things, and leaves an external identity to a story that has it now', async () => {
  const { api, newStory, restore, workspace, team, member, remove } = made;
  const plan = planningApi(workspace, member.client);
  const admin = await workspace.person('admin', [team]);
  const leaver = await workspace.person('member', [team]);
  const [parent, sprint, objective] = [await newStory(), await plan.sprint(team), await plan.objective(team)];
  const keyResult = await plan.keyResult(objective);
  const kept = await plan.sprint(team);
  const label = (await admin.client.post(`${workspace.path}/labels`, { name: newKey() })).json.data;
  const external = identity();
  const story = await newStory({
    assigneeId: leaver.id,
    parentId: parent.id,
    sprintId: sprint.id,
    keyResultId: keyResult.id,
    labels: [label.id],
    ...external,
  });
  const other = await newStory({ sprintId: kept.id });
  for (const { id } of [story, other, parent]) await remove({ id });
  await plan.sprints.delete(sprint.id);
  await plan.objectives.delete(objective.id);
  await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: team.id, principalId: leaver.id });
  const taker = await newStory(external);

  const { json, text } = await restore(story);
  expect(json.data, text).toMatchObject({ id: story.id, reference: story.reference, labels: [label.id] });
  const empty = { assigneeId: null, parentId: null, sprintId: null, objectiveId: null, keyResultId: null };
  expect(json.data).toMatchObject({ ...empty, externalId: null, externalSource: null, externalUrl: null });
  expect(await api.read(taker.id)).toMatchObject(external);
  expect((await restore(other)).json.data.sprintId).toBe(kept.id);
});

test('a claim has ended, and the next one has a higher number', async () => {
  const { newStory, restore, workspace, member, remove } = made;
  const claims = claimApi(workspace, member.client);
  const story = await newStory();
  const { fencingNumber } = await claims.claim(story);
  await remove(story);
  expect((await restore(story)).json.data.claim).toBeNull();
  expect((await claims.claim(story)).fencingNumber).toBeGreaterThan(fencingNumber);
});

test('a story is restored once under one key, and its children stay without a parent', async () => {
  const { api, newStory, restore, member, remove } = made;
  const story = await newStory();
  const child = await newStory({ parentId: story.id });
  await remove(story);
  const headers = { 'idempotency-key': newKey() };
  const [first, again] = [
    await restore(story, member.client, headers),
    await restore(story, member.client, headers),
  ];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.json.data).toEqual(first.json.data);
  expect((await api.read(child.id)).parentId).toBeNull();
});

test('comments that were deleted with the story come back, and those deleted before do not', async () => {
  const { newStory, restore, comments, remove } = made;
  const story = await newStory();
  const [root, alone] = [
    await comments.create(story, { content: 'Root' }),
    await comments.create(story, { content: 'Alone' }),
  ];
  for (let n = 0; n < 45; n++) await comments.create(story, { content: `Reply ${n}`, parentId: root.id });
  await comments.create(story, { content: 'Reply', parentId: alone.id });
  const before = await comments.list(story);
  await comments.remove(story, alone);
  await remove(story);
  expectRefusal(await comments.restore(story, root), 409, 'conflict');
  expect((await restore(story)).status).toBe(200);
  const after = await comments.list(story);
  expect(after.map(contentsOf)).toEqual(before.filter(({ id }) => id === root.id).map(contentsOf));
  // Its counters are right, so that it can be deleted, and the other one can be restored.
  await comments.remove(story, root);
  expect((await comments.restore(story, alone)).json.data.replies).toHaveLength(1);
});

test('relations that were deleted with the story come back, for both stories', async () => {
  const { newStory, restore, relations, remove, removeRelation } = made;
  const [story, blocked, other] = [await newStory(), await newStory(), await newStory()];
  const blocks = await relations.relate(story, 'blocks', blocked);
  const duplicates = await relations.relate(other, 'duplicates', story);
  const ended = await relations.relate(story, 'relates_to', other);
  await removeRelation(story, ended);
  const before = await relations.list(blocked);
  await remove(story);
  expect((await restore(story)).status).toBe(200);
  const ids = (await relations.list(story)).map(({ id }) => id);
  expect(ids.toSorted()).toEqual([blocks.id, duplicates.id].toSorted());
  expect(await relations.list(blocked)).toEqual(before);
  expect(await relations.blockersOf(blocked)).toMatchObject([{ id: story.id }]);
});

test('reverting a change set restores what it deleted, and a preview says so', async () => {
  const { api, newStory, comments, relations, workspace, member } = made;
  const sets = changeSetApi(workspace, member.client);
  const [story, kept, other] = [await newStory(), await newStory(), await newStory()];
  const comment = await comments.create(kept, { content: 'Said' });
  const relation = await relations.relate(kept, 'blocks', other);
  const id = randomUUID();
  const removeInSet = async (path: string) => {
    const answer = await member.client.delete(`${workspace.path}/stories/${path}`, { 'change-set': id });
    expect(answer.status, answer.text).toBe(200);
  };
  await removeInSet(`${kept.id}/comments/${comment.id}`);
  await removeInSet(`${kept.id}/relations/${relation.id}`);
  await removeInSet(story.id);
  expect((await sets.of(id, 3)).reversible).toBe(true);

  const named = ({ reverted }: { reverted: { resource: string; id: string }[] }) =>
    reverted.map((one) => `${one.resource} ${one.id}`).sort();
  const all = [`comment ${comment.id}`, `relation ${relation.id}`, `story ${story.id}`];
  const dry = await sets.revert(id, { dryRun: true });
  expect([named(dry.json.data), dry.json.data.irreversible]).toEqual([all, []]);
  expectRefusal(await api.get(story.id), 404, 'not_found');
  const done = await sets.revert(id);
  expect([named(done.json.data), done.json.data.irreversible]).toEqual([all, []]);
  expect(unversioned<Story>(await api.read(story.id))).toEqual(unversioned(story));
  expect((await comments.list(kept)).map(contentsOf)).toEqual([contentsOf(comment)]);
  expect(await relations.list(kept)).toEqual([relation]);
  const again = await sets.revert(id);
  expect(again.json.data).toMatchObject({ reverted: [], irreversible: [], changeSetId: null });
  // The reversal can be reverted too: it deletes them again.
  const { changeSetId } = done.json.data;
  await sets.of(changeSetId, 3);
  await sets.revert(changeSetId);
  expectRefusal(await api.get(story.id), 404, 'not_found');
});
