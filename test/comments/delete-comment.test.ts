import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Comment } from '../../shared/planning/comments/comment.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { entityKey } from '../../shared/kernel/db/table.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { newCommenter, commentApi, newCommentWorkspace } from './comment-api.ts';

const setting = await newCommentWorkspace();
const { api } = setting;

async function expectGone(comments: readonly Pick<Comment, 'id'>[]): Promise<void> {
  for (const { id } of comments) expectRefusal(await api.get(id), 404, 'not_found');
}

test('a deleted comment is gone for good', async () => {
  const { id } = await api.create();
  const { status, json } = await api.delete(id);

  expect([status, json]).toEqual([200, { data: { id, deleted: true } }]);
  await expectGone([{ id }]);
  expect((await api.list()).json.data.map((comment: Comment) => comment.id)).not.toContain(id);
});

test('a deleted reply is gone, and its root and the others stay', async () => {
  const root = await api.create();
  const [first, second] = await api.reply(root, 2);
  expect((await api.delete(first!.id)).status).toBe(200);

  await expectGone([first!]);
  expect(await api.read(root.id)).toEqual({ ...root, replies: [second] });
  expect((await api.list({ limit: 1 })).json.data).toEqual([{ ...root, replies: [second] }]);
});

test.each([1, 90, 91, 200])('a deleted comment takes %i replies with it', async (count) => {
  const root = await api.create();
  const other = await api.create();
  const replies: Comment[] = [];
  for (let made = 0; made < count; made += 20) {
    const sends = Array.from({ length: Math.min(20, count - made) }, () => api.create({ parentId: root.id }));
    replies.push(...(await Promise.all(sends)));
  }
  const [kept] = await api.reply(other);
  expect((await api.delete(root.id)).status).toBe(200);

  await expectGone([root, ...replies]);
  expect(await api.read(other.id)).toEqual({ ...other, replies: [kept] });
});

test('replies that arrive during the delete are deleted or refused', async () => {
  for (let round = 0; round < 5; round++) {
    const root = await api.create();
    const sends = Array.from({ length: 20 }, () => api.send({ content: 'Late', parentId: root.id }));
    const [deletion, ...answers] = await Promise.all([api.delete(root.id), ...sends]);

    expect(deletion.status).toBe(200);
    for (const answer of answers) {
      if (answer.status === 201) await expectGone([answer.json.data]);
      else expectBadFields(answer, ['parentId'], 'invalid_reference');
    }
    await expectGone([root]);
  }
});

test('replies deleted and changed during the delete are gone too', async () => {
  const root = await api.create();
  const replies = await api.reply(root, 20);
  const answers = await Promise.all([
    api.delete(root.id),
    ...replies.slice(0, 10).map(({ id }) => api.delete(id)),
    ...replies
      .slice(10)
      .map(({ id, updatedAt }) => api.update(id, { expectedUpdatedAt: updatedAt, content: 'x' })),
  ]);

  expect(answers[0].status).toBe(200);
  for (const answer of answers.slice(1)) {
    if (answer.status === 409) expect(answer.json.error.message).toMatch(/is being deleted/);
    else expect([200, 404]).toContain(answer.status);
  }
  await expectGone([root, ...replies]);
});

test('a thread whose deletion was interrupted takes no updates of its replies, and can be deleted again', async () => {
  const { database } = setting.workspace;
  const root = await api.create();
  const [reply] = await api.reply(root, 1);
  await commit(database, [{ update: entityKey(`K#${root.id}`), with: { set: { closing: true } } }]);

  const { updatedAt: expectedUpdatedAt } = reply!;
  const answer = await api.update(reply!.id, { expectedUpdatedAt, content: 'x' });
  expectRefusal(answer, 409, 'conflict');
  expect(answer.json.error.message).toMatch(/is being deleted/);
  expect((await api.delete(root.id)).status).toBe(200);
  await expectGone([root, reply!]);
});

test('a reply that the index does not show yet is not left behind', async () => {
  const { database } = setting.workspace;
  const root = await api.create();
  const [seen, unseen] = await api.reply(root, 2);
  const key = entityKey(`K#${unseen!.id}`);
  const { inList } = (await createReader(database).get(key))!;
  await commit(database, [{ update: key, with: { remove: ['inList'] } }]);
  expectRefusal(await api.delete(root.id), 409, 'conflict');
  for (const { id } of [root, seen!, unseen!]) expect((await api.get(id)).status).toBe(200);

  await commit(database, [{ update: key, with: { set: { inList } } }]);
  expect((await api.delete(root.id)).status).toBe(200);
  await expectGone([root, seen!, unseen!]);
});

test('one of 20 concurrent deletions succeeds, and the others find nothing', async () => {
  const root = await api.create();
  const [reply] = await api.reply(root);
  for (const { id } of [reply!, root]) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.delete(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(404)]);
  }
});

test('a second delete is 404; the same key is answered as the first time', async () => {
  const { id } = await api.create();
  const key = newKey();
  const first = await api.delete(id, key);

  expectRefusal(await api.delete(id), 404, 'not_found');
  const replay = await api.delete(id, key);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.json).toEqual(first.json);
  const other = await api.create();
  expectRefusal(await api.delete(other.id, key), 409, 'idempotency_key_reused');
});

test('a guest deletes their own comments with the replies of others, and an admin any comment', async () => {
  const { workspace, team, story } = setting;
  const guest = await newCommenter(workspace, story.id, 'guest', [team]);
  const admin = await newCommenter(workspace, story.id, 'admin', [team]);
  const [theirs, mine] = [await guest.create(), await api.create()];
  const replies = await api.reply(theirs, 2);

  expect((await guest.delete(theirs.id)).status).toBe(200);
  expect((await admin.delete(mine.id)).status).toBe(200);
  await expectGone([theirs, mine, ...replies]);
});

test("no one else deletes a comment, not even the author of the root another's reply", async () => {
  const { workspace, team, story } = setting;
  const other = await newCommenter(workspace, story.id, 'member', [team]);
  const root = await api.create();
  const reply = await other.create({ parentId: root.id });

  expectRefusal(await api.delete(reply.id), 403, 'insufficient_role');
  expectRefusal(await other.delete(root.id), 403, 'insufficient_role');
  expect(await api.read(root.id)).toEqual({ ...root, replies: [reply] });
});

test('a service account, an outsider and an author who left delete nothing', async () => {
  const { workspace, team, story } = setting;
  const leaver = await newCommenter(workspace, story.id, 'member', [team]);
  const comment = await leaver.create();
  const { client } = await workspace.serviceAccount([team], ['teams:read']);
  await workspace.operator.leaveTeam({
    workspaceId: workspace.id,
    teamId: team.id,
    principalId: leaver.userId,
  });

  const account = commentApi(workspace, story.id, client);
  expectRefusal(await account.delete(comment.id), 403, 'insufficient_scope');
  expectRefusal(
    await (await newCommenter(workspace, story.id, 'admin')).delete(comment.id),
    404,
    'not_found',
  );
  expectRefusal(await leaver.delete(comment.id), 404, 'not_found');
  expect(await api.read(comment.id)).toEqual(comment);
});

test('a comment that is missing or of another story is 404, bad ids and keys are refused', async () => {
  const { workspace, member, newStory } = setting;
  const elsewhere = commentApi(workspace, (await newStory()).id, member.client);
  const other = await elsewhere.create();

  expectRefusal(await api.delete(randomUUID()), 404, 'not_found');
  expectRefusal(await api.delete(other.id), 404, 'not_found');
  expectBadFields(await api.delete('x'), ['path.commentId']);
  expectBadFields(await commentApi(workspace, 'x', member.client).delete(other.id), ['path.storyId']);
  expectRefusal(await elsewhere.delete(other.id, 'too short'), 400, 'invalid_idempotency_key');
  const body = await member.client.request('DELETE', `${elsewhere.path}/${other.id}`, {
    body: { all: true },
  });
  expectBadFields(body, ['body']);
  expect(await elsewhere.read(other.id)).toEqual(other);
});
