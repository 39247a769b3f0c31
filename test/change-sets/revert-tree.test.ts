import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { dataOf } from '../stories/story-api.ts';
import { newKey } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';
import { newRestoreWorkspace } from './restore-api.ts';
import { untilInBin } from './until-in-bin.ts';
import { storyKind } from '../../shared/planning/story/story-store.ts';

let made: Awaited<ReturnType<typeof newRestoreWorkspace>>;
let sets: ReturnType<typeof changeSetApi>;

beforeAll(async () => {
  made = await newRestoreWorkspace();
  sets = changeSetApi(made.workspace, made.member.client);
});

test('what a revert has deleted comes back with its parents and relations if the revert is reverted', async () => {
  const { workspace, team, member, api, relations } = made;
  const set = { 'change-set': randomUUID() };
  const create = async (fields: object): Promise<Story> => {
    const body = { teamId: team.id, title: newKey(), ...fields };
    const headers = { ...set, 'idempotency-key': newKey() };
    return dataOf(await member.client.post(`${workspace.path}/stories`, body, headers), 201);
  };
  const top = await create({});
  const children = [await create({ parentId: top.id }), await create({ parentId: top.id })];
  const leaf = await create({ parentId: children[0]!.id });
  const at = `${workspace.path}/stories/${top.id}/relations`;
  const related = await member.client.post(at, { type: 'blocks', relatedStoryId: leaf.id }, set);
  const relation = dataOf<{ id: string }>(related, 201);
  await sets.of(set['change-set'], 5);

  const undone = await sets.revert(set['change-set']);
  expect(undone.json.data).toMatchObject({ conflicts: [], irreversible: [] });
  for (const { id } of [top, ...children, leaf]) await untilInBin(workspace, id, storyKind, id);
  await sets.of(undone.json.data.changeSetId, 5);

  const { json } = await sets.revert(undone.json.data.changeSetId);
  expect(json.data).toMatchObject({ conflicts: [], irreversible: [] });
  expect(json.data.reverted).toHaveLength(5);
  for (const { id, parentId } of [top, ...children, leaf])
    expect((await api.read(id)).parentId).toBe(parentId);
  expect(await relations.list(top)).toMatchObject([{ id: relation.id }]);
});

test('a story that was changed and then deleted comes back as it was before both', async () => {
  const { workspace, team, member, api } = made;
  const set = { 'change-set': randomUUID() };
  const parent = await api.create({ teamId: team.id });
  const child = await api.create({ teamId: team.id, parentId: parent.id });
  for (const { id } of [parent, child]) {
    dataOf(await member.client.delete(`${workspace.path}/stories/${id}`, set), 200);
    await untilInBin(workspace, id, storyKind, id);
  }
  await sets.of(set['change-set'], 3);
  const { json } = await sets.revert(set['change-set']);
  expect(json.data).toMatchObject({ conflicts: [], irreversible: [] });
  expect(json.data.reverted).toHaveLength(2);
  expect((await api.read(child.id)).parentId).toBe(parent.id);
});

test('a revert keeps a story under which others have put one, and the parents and labels of what it keeps', async () => {
  const { workspace, team, member, api } = made;
  const set = { 'change-set': randomUUID() };
  const create = async (fields: object): Promise<Story> => {
    const headers = { ...set, 'idempotency-key': newKey() };
    const body = { teamId: team.id, title: newKey(), ...fields };
    return dataOf(await member.client.post(`${workspace.path}/stories`, body, headers), 201);
  };
  const created = await member.client.post(
    `${workspace.path}/labels`,
    { name: newKey(), color: '#6366f1', teamId: team.id },
    { ...set, 'idempotency-key': newKey() },
  );
  const label = dataOf<{ id: string }>(created, 201);
  const [used, top] = [await create({}), await create({})];
  const edited = await create({ parentId: top.id, labels: [label.id] });
  const alone = await create({ parentId: top.id });
  const added = await api.create({ teamId: team.id, parentId: used.id });
  await api.change(edited, { title: 'Theirs', priority: 'high' });
  await sets.of(set['change-set'], 5);
  const kept = [
    { resource: 'story', id: edited.id, field: 'title', now: 'Theirs' },
    { resource: 'story', id: edited.id, field: 'priority', now: 'high' },
    { resource: 'story', id: top.id, field: 'subStories', now: [edited.id] },
    { resource: 'story', id: used.id, field: 'subStories', now: [added.id] },
    { resource: 'label', id: label.id, field: 'stories', now: [edited.id] },
  ];
  for (const dryRun of [true, false]) {
    const { json } = await sets.revert(set['change-set'], { dryRun });
    expect(json.data.conflicts).toEqual(kept);
    expect(json.data.reverted).toEqual([{ resource: 'story', id: alone.id, fields: [] }]);
  }
  expect((await api.read(added.id)).parentId).toBe(used.id);
  expect((await api.read(edited.id)).parentId).toBe(top.id);
});

test('what was changed after a change set and changed back is deleted with what the set had created', async () => {
  const { workspace, team, member, api } = made;
  const [first, second] = [{ 'change-set': randomUUID() }, { 'change-set': randomUUID() }];
  const headers = { ...first, 'idempotency-key': newKey() };
  const body = { teamId: team.id, title: 'First', priority: 'low' };
  const story = dataOf<Story>(await member.client.post(`${workspace.path}/stories`, body, headers), 201);
  const update = { expectedUpdatedAt: story.updatedAt, title: 'Second', priority: 'high' };
  dataOf(await member.client.patch(`${workspace.path}/stories/${story.id}`, update, second), 200);
  await sets.of(second['change-set'], 1);
  await sets.of(first['change-set'], 1);
  const fields = ['title', 'priority'];
  expect((await sets.revert(second['change-set'])).json.data.reverted).toMatchObject([{ fields }]);
  expect((await sets.revert(first['change-set'])).json.data).toMatchObject({
    reverted: [{ id: story.id }],
    conflicts: [],
  });
  expect((await api.get(story.id)).status).toBe(404);
});

test('a dry run says which statuses a revert could not archive, and the revert says the same', async () => {
  const { workspace, team, member, api } = made;
  const set = { 'change-set': randomUUID() };
  const post = async <T>(noun: string, body: object): Promise<T> => {
    const headers = { ...set, 'idempotency-key': newKey() };
    const sent = { teamId: team.id, ...body };
    return dataOf(await member.client.post(`${workspace.path}/${noun}`, sent, headers), 201);
  };
  const status = (fields: object = {}) =>
    post<{ id: string; name: string; updatedAt: string }>('statuses', {
      name: newKey(),
      category: 'started',
      color: '#6366f1',
      ...fields,
    });
  const [free, used] = [await status(), await status()];
  for (const { id } of [free, used]) await post('stories', { title: newKey(), statusId: id });
  const moved = await api.create({ teamId: team.id });
  const patch = { expectedUpdatedAt: moved.updatedAt, statusId: free.id };
  dataOf(await member.client.patch(`${workspace.path}/stories/${moved.id}`, patch, set), 200);
  await api.create({ teamId: team.id, statusId: used.id });
  await sets.of(set['change-set'], 5);
  for (const dryRun of [true, false]) {
    const { json } = await sets.revert(set['change-set'], { dryRun });
    expect(json.data.irreversible).toEqual([
      { resource: 'status', id: used.id, reason: `${used.name} is in use.` },
    ]);
    expect(json.data.reverted).toHaveLength(4);
  }
});
