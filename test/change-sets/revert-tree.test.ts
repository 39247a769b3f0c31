import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/stories/story.ts';
import { dataOf } from '../stories/story-api.ts';
import { newKey } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';
import { newRestoreWorkspace } from './restore-api.ts';
import { untilInBin } from './until-in-bin.ts';
import { storyKind } from '../../shared/planning/stories/story-store.ts';

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
