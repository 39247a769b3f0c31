import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal, expectSameRefusal } from '../support/answers.ts';
import { newCommenter, commentApi, newCommentWorkspace } from './comment-api.ts';

const setting = await newCommentWorkspace();
const { api } = setting;

test('a comment has exactly the fields of the specification, with replies as full comments, oldest first', async () => {
  const { story, member } = setting;
  const root = await api.create({ content: 'Root' });
  const [first, second] = await api.reply(root, 2);

  const got = await api.read(root.id);
  expect(got).toEqual({
    id: root.id,
    storyId: story.id,
    parentId: null,
    authorId: member.id,
    origin: 'member',
    content: 'Root',
    replies: [first, second],
    createdAt: root.createdAt,
    updatedAt: root.createdAt,
  });
  expect(first).toEqual({
    id: first!.id,
    storyId: story.id,
    parentId: root.id,
    authorId: member.id,
    origin: 'member',
    content: 'Reply 0',
    replies: [],
    createdAt: first!.createdAt,
    updatedAt: first!.createdAt,
  });
});

test('a reply is returned by its own id, without replies', async () => {
  const root = await api.create();
  const [reply] = await api.reply(root);

  expect(await api.read(reply!.id)).toEqual(reply);
});

test('200 long replies come in one response', async () => {
  const root = await api.create();
  for (let start = 0; start < 200; start += 20) {
    await Promise.all(
      Array.from({ length: 20 }, () => api.create({ content: 'x'.repeat(10_000), parentId: root.id })),
    );
  }

  const { replies } = await api.read(root.id);
  expect(replies).toHaveLength(200);
  expect(replies.map(({ id }) => id)).toEqual(replies.map(({ id }) => id).sort());
});

test('a guest, a colleague and a restricted credential of the team get the same comment', async () => {
  const { workspace, team, story, member } = setting;
  const comment = await api.create();
  const readers = [
    await newCommenter(workspace, story.id, 'guest', [team]),
    await newCommenter(workspace, story.id, 'admin', [team]),
    commentApi(workspace, story.id, await workspace.clientFor(member.id, { teamIds: [team.id] })),
    commentApi(
      workspace,
      story.id,
      await workspace.clientFor(member.id, { scopes: ['comments:read', 'stories:read'] }),
    ),
  ];

  for (const reader of readers) expect(await reader.read(comment.id)).toEqual(comment);
});

test('a token without both scopes gets nothing', async () => {
  const { workspace, story, member } = setting;
  const { id } = await api.create();
  for (const [has, lacks] of [
    ['comments:read', 'stories:read'],
    ['stories:read', 'comments:read'],
  ] as const) {
    const client = await workspace.clientFor(member.id, { scopes: [has, 'comments:write', 'stories:write'] });
    const error = expectRefusal(
      await commentApi(workspace, story.id, client).get(id),
      403,
      'insufficient_scope',
    );
    expect(error.missingScopes).toEqual([lacks]);
  }
});

test('a service account without the scope gets nothing', async () => {
  const { workspace, team, story } = setting;
  const { id } = await api.create();
  const { client } = await workspace.serviceAccount([team], ['teams:read']);

  expectRefusal(await commentApi(workspace, story.id, client).get(id), 403, 'insufficient_scope');
});

test('comments of an archived story are still returned', async () => {
  const { workspace, member, newStory } = setting;
  const { id: storyId } = await newStory();
  const own = commentApi(workspace, storyId, member.client);
  const comment = await own.create();
  await member.client.post(`${workspace.path}/stories/${storyId}/archive`);

  expect(await own.read(comment.id)).toEqual(comment);
});

test('a comment that is missing or of another story is 404 in the same words', async () => {
  const { workspace, member, newStory } = setting;
  const elsewhere = commentApi(workspace, (await newStory()).id, member.client);
  const other = await elsewhere.create();
  const answers = [await api.get(randomUUID()), await api.get(other.id)];

  for (const answer of answers) {
    expectRefusal(answer, 404, 'not_found');
    expectSameRefusal([answer, answers[0]!]);
  }
  expect((await elsewhere.get(other.id)).status).toBe(200);
});

test('a story that is missing, of a team not joined or beyond the credential is 404 in the same words', async () => {
  const { workspace, story, member } = setting;
  const { id } = await api.create();
  const second = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: second.id, principalId: member.id });
  const narrow = await workspace.clientFor(member.id, { teamIds: [second.id] });
  const answers = [
    await (await newCommenter(workspace, story.id, 'admin', [second])).get(id),
    await commentApi(workspace, story.id, narrow).get(id),
    await commentApi(workspace, randomUUID(), member.client).get(id),
  ];

  for (const answer of answers) {
    expectRefusal(answer, 404, 'not_found');
    expectSameRefusal([answer, answers[0]!]);
  }
});

test('leaving the team takes effect with the next request, for the author too', async () => {
  const { workspace, team, story } = setting;
  const leaver = await newCommenter(workspace, story.id, 'member', [team]);
  const { id } = await leaver.create();
  await workspace.operator.leaveTeam({
    workspaceId: workspace.id,
    teamId: team.id,
    principalId: leaver.userId,
  });

  expectRefusal(await leaver.get(id), 404, 'not_found');
  expectRefusal(await leaver.list(), 404, 'not_found');
  expectRefusal(await leaver.send({ content: 'Still here?' }), 404, 'not_found');
});

test('bad ids and unknown query parameters are refused, ids in upper case are the same ids', async () => {
  const { workspace, member, story } = setting;
  const comment = await api.create();

  expectBadFields(await api.get('x'), ['path.commentId']);
  expectBadFields(await commentApi(workspace, 'x', member.client).get(comment.id), ['path.storyId']);
  expectBadFields(await member.client.get(`${api.path}/${comment.id}`, { depth: 2 }), ['query.depth']);
  const upper = commentApi(workspace, story.id.toUpperCase(), member.client);
  expect(await upper.read(comment.id.toUpperCase())).toEqual(comment);
});
