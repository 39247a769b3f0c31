import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newCommenter, commentApi, newCommentWorkspace } from './comment-api.ts';

const setting = await newCommentWorkspace();
const { api } = setting;

test('an update changes what a comment says, moves its version and leaves the rest unchanged, its replies too', async () => {
  const root = await api.create();
  const replies = await api.reply(root, 2);
  const changed = await api.change(root, 'Changed\nfor good 😀');

  const { updatedAt } = changed;
  expect(changed).toEqual({ ...root, content: 'Changed\nfor good 😀', updatedAt, replies });
  expect(updatedAt > root.updatedAt).toBe(true);
  expect(await api.read(root.id)).toEqual(changed);
  expect((await api.list({ limit: 1 })).json.data).toEqual([changed]);
});

test('an update of a reply leaves its root as it is', async () => {
  const root = await api.create();
  const [first, second] = await api.reply(root, 2);
  const changed = await api.change(first!, 'x'.repeat(10_000));

  expect(await api.read(first!.id)).toEqual(changed);
  expect(await api.read(root.id)).toEqual({ ...root, replies: [changed, second] });
});

test('a changed root still takes replies', async () => {
  const root = await api.create();
  await api.reply(root);
  await api.change(root, 'Changed');
  await api.reply(root);

  expect((await api.read(root.id)).replies).toHaveLength(2);
});

test('replies that arrive during a change are all stored', async () => {
  const root = await api.create();
  const [changed] = await Promise.all([
    api.change(root, 'Changed'),
    ...Array.from({ length: 20 }, () => api.create({ parentId: root.id })),
  ]);

  const { content, replies } = await api.read(root.id);
  expect([content, replies.length]).toEqual([changed.content, 20]);
  expect((await api.list({ limit: 1 })).json.data[0].replies).toHaveLength(20);
});

test('the same content leaves the version as it is', async () => {
  const comment = await api.create();
  const { status, json } = await api.update(comment.id, {
    expectedUpdatedAt: comment.updatedAt,
    content: comment.content,
  });

  expect([status, json.data]).toEqual([200, comment]);
});

test.each(['root', 'reply'])(
  'one of 20 concurrent changes of a %s succeeds, and the others learn of it',
  async (what) => {
    const root = await api.create();
    const [reply] = await api.reply(root);
    const { id, updatedAt } = what === 'root' ? root : reply!;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        api.update(id, { expectedUpdatedAt: updatedAt, content: `Change ${number}` }),
      ),
    );

    const now = await api.read(id);
    const won = answers.filter(({ status }) => status === 200);
    expect(won.map(({ json }) => json.data.content)).toEqual([now.content]);
    for (const answer of answers) {
      if (answer.status === 200) continue;
      const error = expectRefusal(answer, 409, 'version_conflict');
      expect(error.currentUpdatedAt).toBe(now.updatedAt);
    }
  },
);

test('an admin of the team changes a comment, and its author stays', async () => {
  const { workspace, team, story } = setting;
  const comment = await api.create();
  const admin = await newCommenter(workspace, story.id, 'admin', [team]);

  expect(await admin.change(comment, 'By an admin')).toMatchObject({ authorId: comment.authorId });
});

test('a guest changes their own comments; others, also the author of the root, do not change them', async () => {
  const { workspace, team, story } = setting;
  const guest = await newCommenter(workspace, story.id, 'guest', [team]);
  const root = await api.create();
  const reply = await guest.create({ parentId: root.id });
  const changed = await guest.change(reply, 'My own');

  const update = { expectedUpdatedAt: changed.updatedAt, content: 'Theirs' };
  expectRefusal(await api.update(reply.id, update), 403, 'insufficient_role');
  const stale = { expectedUpdatedAt: '2026-01-01T00:00:00Z', content: 'Theirs' };
  expectRefusal(await guest.update(root.id, stale), 403, 'insufficient_role');
  expect(await api.read(reply.id)).toEqual(changed);
});

test('an admin who is not in the team, and an author who has left it, find nothing', async () => {
  const { workspace, team, story } = setting;
  const leaver = await newCommenter(workspace, story.id, 'member', [team]);
  const comment = await leaver.create();
  const update = { expectedUpdatedAt: comment.updatedAt, content: 'x' };
  await workspace.operator.leaveTeam({
    workspaceId: workspace.id,
    teamId: team.id,
    principalId: leaver.userId,
  });

  expectRefusal(await leaver.update(comment.id, update), 404, 'not_found');
  const outsider = await newCommenter(workspace, story.id, 'admin', [await workspace.team()]);
  expectRefusal(await outsider.update(comment.id, update), 404, 'not_found');
  expect(await api.read(comment.id)).toEqual(comment);
});

test('an admin token restricted to other teams finds nothing', async () => {
  const { workspace, team, story } = setting;
  const second = await workspace.team();
  const admin = await workspace.person('admin', [team, second]);
  const narrow = commentApi(
    workspace,
    story.id,
    await workspace.clientFor(admin.id, { teamIds: [second.id] }),
  );
  const comment = await api.create();

  const answer = await narrow.update(comment.id, { expectedUpdatedAt: comment.updatedAt, content: 'x' });
  expectRefusal(answer, 404, 'not_found');
});

test('a service account without the scope changes nothing', async () => {
  const { workspace, team, story } = setting;
  const { id, updatedAt } = await api.create();
  const { client } = await workspace.serviceAccount([team], ['teams:read']);

  const body = { expectedUpdatedAt: updatedAt, content: 'x' };
  const answer = await commentApi(workspace, story.id, client).update(id, body);
  expectRefusal(answer, 403, 'insufficient_scope');
});

test('a comment that is missing, deleted or of another story is 404', async () => {
  const { workspace, member, newStory } = setting;
  const body = { expectedUpdatedAt: '2026-01-01T00:00:00Z', content: 'x' };
  const gone = await api.create();
  await api.delete(gone.id);
  const other = await commentApi(workspace, (await newStory()).id, member.client).create();

  for (const id of [randomUUID(), gone.id, other.id]) {
    expectRefusal(await api.update(id, body), 404, 'not_found');
  }
});

const version = '2026-01-01T00:00:00.000Z';

test.each<[string, object, string[]]>([
  ['no version', { content: 'x' }, ['expectedUpdatedAt']],
  ['a version that is no date', { expectedUpdatedAt: 'now', content: 'x' }, ['expectedUpdatedAt']],
  ['nothing to change', { expectedUpdatedAt: version }, ['body']],
  ['empty content', { expectedUpdatedAt: version, content: '' }, ['content']],
  ['null', { expectedUpdatedAt: version, content: null }, ['content']],
  ['10,001 characters', { expectedUpdatedAt: version, content: 'x'.repeat(10_001) }, ['content']],
  ['another parent', { expectedUpdatedAt: version, content: 'x', parentId: randomUUID() }, ['parentId']],
  ['clearing content', { expectedUpdatedAt: version, clearFields: ['content'] }, ['clearFields']],
])('an update with %s is refused', async (_, body, paths) => {
  const comment = await api.create();
  expectBadFields(await api.update(comment.id, body), paths);
  expect(await api.read(comment.id)).toEqual(comment);
});

test('bad ids and bad keys are refused', async () => {
  const { workspace, member } = setting;
  const { id, updatedAt } = await api.create();
  const body = { expectedUpdatedAt: updatedAt, content: 'x' };

  expectBadFields(await api.update('x', body), ['path.commentId']);
  expectBadFields(await commentApi(workspace, 'x', member.client).update(id, body), ['path.storyId']);
  expectRefusal(await api.update(id, body, 'too short'), 400, 'invalid_idempotency_key');
});
