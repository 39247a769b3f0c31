import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newRestoreWorkspace } from './restore-api.ts';

let made: Awaited<ReturnType<typeof newRestoreWorkspace>>;

beforeAll(async () => {
  made = await newRestoreWorkspace();
});

test('a relation is restored from either story, for both', async () => {
  const { newStory, relations, restoreRelation, workspace, removeRelation } = made;
  const [one, other] = [await newStory(), await newStory()];
  const relation = await relations.relate(one, 'blocks', other);
  await removeRelation(one, relation);
  const outsider = await workspace.person('admin', [await workspace.team()]);
  expectRefusal(await restoreRelation(one, relation, outsider.client), 404, 'not_found');
  const { status, json, text } = await restoreRelation(other, relation);
  expect(status, text).toBe(200);
  expect(json.data).toMatchObject({ id: relation.id, type: 'blocked_by', createdAt: relation.createdAt });
  expect(await relations.list(one)).toEqual([relation]);
  expect(await relations.blockersOf(other)).toMatchObject([{ id: one.id }]);
  expectRefusal(await restoreRelation(one, relation), 404, 'not_found');
});

test('a relation that can no longer exist is a conflict', async () => {
  const { newStory, relations, restoreRelation, restore, remove, removeRelation } = made;
  const [one, other] = [await newStory(), await newStory()];
  const relation = await relations.relate(one, 'blocks', other);
  await removeRelation(one, relation);
  const opposite = await relations.relate(other, 'blocks', one);
  expectRefusal(await restoreRelation(one, relation), 409, 'conflict');
  await removeRelation(one, opposite);
  const twin = await relations.relate(one, 'blocks', other);
  expectRefusal(await restoreRelation(one, relation), 409, 'conflict');
  await removeRelation(one, twin);
  await remove(other);
  expectRefusal(await restoreRelation(one, relation), 409, 'conflict');
  expect((await restore(other)).status).toBe(200);
  expect((await restoreRelation(one, relation)).status).toBe(200);
});
