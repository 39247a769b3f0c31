import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newRestoreWorkspace, contentsOf } from './restore-api.ts';

let made: Awaited<ReturnType<typeof newRestoreWorkspace>>;

beforeAll(async () => {
  made = await newRestoreWorkspace();
});

test('a restored comment has its former fields except the version, and its replies', async () => {
  const { newStory, comments } = made;
  const story = await newStory();
  const root = await comments.create(story, { content: 'Root' });
  await comments.create(story, { content: 'One', parentId: root.id });
  const two = await comments.create(story, { content: 'Two', parentId: root.id });
  const [before] = await comments.list(story);
  await comments.remove(story, root);
  const { status, json, text } = await comments.restore(story, root);
  expect(status, text).toBe(200);
  expect(contentsOf(json.data)).toEqual(contentsOf(before!));
  expect(await comments.list(story)).toEqual([json.data]);
  expect(json.data.updatedAt > before!.updatedAt).toBe(true);
  expectRefusal(await comments.restore(story, root), 404, 'not_found');

  await comments.remove(story, two);
  expect((await comments.restore(story, two)).status).toBe(200);
  expect((await comments.list(story)).map(contentsOf)).toEqual([contentsOf(before!)]);
});

test('a reply is not restored before its comment, nor a comment before its story', async () => {
  const { newStory, comments, restore, remove } = made;
  const story = await newStory();
  const root = await comments.create(story, { content: 'Root' });
  const reply = await comments.create(story, { content: 'Reply', parentId: root.id });
  await comments.remove(story, reply);
  await comments.remove(story, root);
  expectRefusal(await comments.restore(story, reply), 409, 'conflict');
  await remove(story);
  expectRefusal(await comments.restore(story, root), 409, 'conflict');
  expect((await restore(story)).status).toBe(200);
  // It was deleted on its own.
  expect(await comments.list(story)).toEqual([]);
  expect((await comments.restore(story, root)).json.data.replies).toEqual([]);
  expect((await comments.restore(story, reply)).status).toBe(200);
});

test('only its author and admins of the team restore a comment', async () => {
  const { newStory, comments, workspace, team } = made;
  const story = await newStory();
  const comment = await comments.create(story, { content: 'Mine' });
  await comments.remove(story, comment);
  const colleague = await workspace.person('member', [team]);
  expectRefusal(await comments.restore(story, comment, colleague.client), 403, 'insufficient_role');
  const outsider = await workspace.person('admin', [await workspace.team()]);
  expectRefusal(await comments.restore(story, comment, outsider.client), 404, 'not_found');
  const admin = await workspace.person('admin', [team]);
  expectRefusal(await comments.restore(await newStory(), comment, admin.client), 404, 'not_found');
  expect((await comments.restore(story, comment, admin.client)).status).toBe(200);
});
