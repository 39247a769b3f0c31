import { beforeAll, expect, test } from 'vitest';
import { binKeyOf } from '../../shared/planning/bin/bin-store.ts';
import { commentKind } from '../../shared/planning/comments/comment-store.ts';
import { commentApi } from '../comments/comment-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { expireInBin, untilBinned } from '../support/leave-bin.ts';
import { until } from '../support/until.ts';
import { announced, attachmentApi } from './attachment-api.ts';
import { newAttachmentWorkspace } from './attachment-workspace.ts';

let world: Awaited<ReturnType<typeof newAttachmentWorkspace>>;

beforeAll(async () => {
  world = await newAttachmentWorkspace();
});

/** A story with a comment of the member and a file of the comment. */
async function newCommentedStory() {
  const { story, files, member, workspace } = world;
  const one = await story();
  const comments = commentApi(workspace, one.id, member.client);
  const comment = await comments.create({ content: 'The log is attached.' });
  const file = await files.attach(one, 'hello', { commentId: comment.id });
  return { one, comments, comment, file };
}

test('a file of a comment is listed with those of its story, and by the comment alone', async () => {
  const { files } = world;
  const { one, comment, file } = await newCommentedStory();
  const other = await files.attach(one);
  expect(file.commentId).toBe(comment.id);
  expect(await files.list(one)).toEqual([other, file]);
  const ofComment = await files.sendList(one, { commentId: comment.id, limit: 1 });
  expect([ofComment.json.data, ofComment.json.meta.hasMore]).toEqual([[file], false]);
});

test('a file is refused for a comment of another story, of another person, and for a deleted one', async () => {
  const { story, files, member, workspace, team } = world;
  const { one, comment } = await newCommentedStory();
  const colleague = await workspace.person('member', [team]);
  const elsewhere = await files.send(await story(), { ...announced, commentId: comment.id });
  const another = await attachmentApi(workspace, colleague.client).send(one, {
    ...announced,
    commentId: comment.id,
  });
  for (const answer of [elsewhere, another]) {
    expectRefusal(answer, 400, 'invalid_reference');
    expect(answer.json.error.fields[0].path).toBe('commentId');
  }
  await commentApi(workspace, one.id, member.client).delete(comment.id);
  expectRefusal(await files.send(one, { ...announced, commentId: comment.id }), 400, 'invalid_reference');
  expectBadFields(await files.send(one, { ...announced, commentId: 'x' }), ['commentId']);
});

test("a comment's file is deleted by its author and by admins, but by no one else", async () => {
  const { files, workspace, team } = world;
  const { one, file } = await newCommentedStory();
  const [colleague, admin] = [
    await workspace.person('member', [team]),
    await workspace.person('admin', [team]),
  ];
  expectRefusal(await attachmentApi(workspace, colleague.client).delete(one, file), 403, 'insufficient_role');
  expect((await attachmentApi(workspace, admin.client).delete(one, file)).status).toBe(200);
  expect(await files.list(one)).toEqual([]);
});

test('a deleted comment takes its files along, and brings them back when it is restored', async () => {
  const { files, member, workspace } = world;
  const { one, comments, comment, file } = await newCommentedStory();
  await comments.delete(comment.id);
  expect(await files.list(one)).toEqual([]);
  expectRefusal(await files.get(one, file), 404, 'not_found');
  expectRefusal(await files.download(one, file), 404, 'not_found');
  expectRefusal(await files.delete(one, file), 404, 'not_found');
  const restore = `${workspace.path}/stories/${one.id}/comments/${comment.id}/restore`;
  expect((await member.client.post(restore)).status).toBe(200);
  expect(await files.list(one)).toEqual([file]);
});

test('the files of a comment go when it leaves the bin, and those of its story stay', async () => {
  const { files, workspace } = world;
  const { one, comments, comment, file } = await newCommentedStory();
  const kept = await files.attach(one);
  const linkTo = async (of: typeof file) => (await files.download(one, of)).json.data.url;
  const [url, keptUrl] = [await linkTo(file), await linkTo(kept)];
  await comments.delete(comment.id);
  const inBin = binKeyOf(one.id, commentKind.key(comment.id));
  await untilBinned(workspace.database, inBin);
  await expireInBin(workspace.database, inBin);
  await until(async () => (await fetch(url)).status === 404);
  expect((await fetch(keptUrl)).status).toBe(200);
});
