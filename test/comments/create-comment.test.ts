import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Comment } from '../../shared/planning/comments/comment.ts';
import { expectBadFields, expectRefusal, expectSameRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { newCommenter, commentApi, newCommentWorkspace } from './comment-api.ts';

const setting = await newCommentWorkspace();
const { api } = setting;

test('a guest, a member and an admin of the team comment and reply', async () => {
  const { workspace, team, story } = setting;
  const root = await api.create();
  for (const role of ['guest', 'member', 'admin'] as const) {
    const own = await newCommenter(workspace, story.id, role, [team]);
    const { status, json } = await own.send({ content: `From a ${role}` });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({ authorId: own.userId, parentId: null, replies: [] });
    expect(await api.read(json.data.id)).toEqual(json.data);
    const [reply] = await own.reply(root);
    expect(reply).toMatchObject({ authorId: own.userId, parentId: root.id, storyId: story.id });
  }
  expect((await api.read(root.id)).replies).toHaveLength(3);
});

test('comments:write is the only scope that a comment needs', async () => {
  const { workspace, story, member } = setting;
  const client = await workspace.clientFor(member.id, { scopes: ['comments:write'] });

  expect((await commentApi(workspace, story.id, client).send({ content: 'Written' })).status).toBe(201);
});

test.each([
  ['one character', 'x'],
  ['10,000 characters', 'x'.repeat(10_000)],
  ['10,000 characters of four bytes each', '😀'.repeat(10_000)],
  ['lines and tabs', 'First line\n\n\t- second\r\n- third\n'],
  ['many scripts', 'Ærø – 日本語 – عربى – עברית – ไทย – e\u0301 – 👩‍👩‍👧‍👦 – \u200f'],
  ['quotes, backslashes and line separators', '"\\"\\\\ \u2028 \u2029 </script>'],
  ['what looks like our own syntax', '"}],"replies":[{"id":"x"}] #name :v0 {{token}}'],
])('content of %s is stored as it is', async (_, content) => {
  const root = await api.create({ content });
  const reply = await api.create({ content, parentId: root.id });

  expect(root.content).toBe(content);
  expect(await api.read(root.id)).toEqual({ ...root, replies: [reply] });
});

test.each<[string, unknown, string[]]>([
  ['no content', {}, ['content']],
  ['empty content', { content: '' }, ['content']],
  ['blank content', { content: ' \n\t ' }, ['content']],
  ['10,001 characters', { content: 'x'.repeat(10_001) }, ['content']],
  ['10,001 characters of four bytes', { content: '😀'.repeat(10_001) }, ['content']],
  ['a control character', { content: 'a\u0000b' }, ['content']],
  ['half a character', { content: 'a\ud83d' }, ['content']],
  ['content that is no text', { content: 5 }, ['content']],
  ['null for a parent', { content: 'x', parentId: null }, ['parentId']],
  ['a parent that is no id', { content: 'x', parentId: 'x' }, ['parentId']],
  ['fields that are not for callers', { content: 'x', authorId: randomUUID(), id: 'x' }, ['authorId', 'id']],
  ['replies', { content: 'x', replies: [] }, ['replies']],
  ['a list', [], ['body']],
])('a body with %s is refused', async (_, body, paths) => {
  expectBadFields(await api.send(body as object), paths);
});

test('a body that is no JSON, of another type or too large is refused', async () => {
  const { client } = setting.member;
  expectRefusal(await client.request('POST', api.path, { raw: '{' }), 400, 'invalid_request');
  const typed = { raw: 'x', headers: { 'content-type': 'text/plain' } };
  expectRefusal(await client.request('POST', api.path, typed), 415, 'unsupported_media_type');
  expectRefusal(await api.send({ content: 'x'.repeat(513 * 1024) }), 413, 'request_too_large');
});

describe('the imported facts of a comment', () => {
  const at = '2024-02-03T04:05:06.000Z';

  test('are shown as they were, marked with whose text it is', async () => {
    const { workspace, team, story, member } = setting;
    const admin = await newCommenter(workspace, story.id, 'admin', [team]);
    const root = await admin.create({ imported: { createdAt: at, authorId: member.id } });
    expect(root).toMatchObject({ createdAt: at, authorId: member.id, origin: 'member' });
    expect(root.importedAt).toBe(root.updatedAt);

    const imported = { createdAt: at, authorName: 'A stranger' };
    const reply = await admin.create({ parentId: root.id, imported });
    expect(reply).toMatchObject({ ...imported, authorId: admin.userId, origin: 'visitor' });
    expect(await api.read(root.id)).toEqual({ ...root, replies: [reply] });

    const plain = await admin.create({ imported: {} });
    expect(plain).toMatchObject({ authorId: admin.userId, createdAt: plain.importedAt, origin: 'member' });
    const own = await api.create();
    expect([own.importedAt, own.authorName]).toEqual([undefined, undefined]);
  });

  test('are for admins, and cannot be what never was', async () => {
    const { workspace, team, story, member } = setting;
    expectRefusal(await api.send({ content: 'x', imported: {} }), 403, 'insufficient_role');
    const admin = await newCommenter(workspace, story.id, 'admin', [team]);
    const send = (imported: object) => admin.send({ content: 'x', imported });
    const future = new Date(Date.now() + 60_000).toISOString();
    expectBadFields(await send({ createdAt: future }), ['imported.createdAt']);
    expectBadFields(await send({ authorId: randomUUID() }), ['imported.authorId'], 'invalid_reference');
    const both = { authorId: member.id, authorName: 'Ada' };
    expectBadFields(await send(both), ['imported.authorName']);
  });
});

describe('the parentId of a comment', () => {
  test('is refused in the same words for a reply, another story, nothing and another workspace', async () => {
    const { workspace, member, newStory } = setting;
    const root = await api.create();
    const [reply] = await api.reply(root);
    const other = await commentApi(workspace, (await newStory()).id, member.client).create();
    const foreign = await (await newCommentWorkspace()).api.create();
    const answers = await Promise.all(
      [reply!.id, other.id, randomUUID(), foreign.id].map((parentId) => api.send({ content: 'x', parentId })),
    );

    for (const answer of answers) {
      expectBadFields(answer, ['parentId'], 'invalid_reference');
      expectSameRefusal([answer, answers[0]!]);
    }
    expect((await api.read(root.id)).replies).toEqual([reply]);
  });

  test('is refused if that comment is deleted', async () => {
    const root = await api.create();
    await api.delete(root.id);

    const answer = await api.send({ content: 'x', parentId: root.id });
    expectBadFields(answer, ['parentId'], 'invalid_reference');
  });

  test('in upper case is the same id', async () => {
    const root = await api.create();

    expect((await api.create({ parentId: root.id.toUpperCase() })).parentId).toBe(root.id);
  });
});

describe('the replies to a comment', () => {
  test('all arrive, each once, when 40 are sent at once', async () => {
    const { id: parentId } = await api.create();
    const contents = Array.from({ length: 40 }, (_, number) => `Reply ${number}`);
    const answers = await Promise.all(contents.map((content) => api.send({ content, parentId })));

    for (const { status } of answers) expect(status).toBe(201);
    const { replies } = await api.read(parentId);
    expect(replies.map(({ content }) => content).sort()).toEqual(contents.sort());
  });

  test('are 200 at most, however they come, and a deleted one makes room', async () => {
    const root = await api.create();
    const replies = await api.reply(root, 190);
    const send = () => api.send({ content: 'Late', parentId: root.id });
    const answers = await Promise.all(Array.from({ length: 30 }, send));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, 409, 'conflict');
    expect((await api.read(root.id)).replies).toHaveLength(200);

    await api.delete(replies[0]!.id);
    expect((await send()).status).toBe(201);
    expectRefusal(await send(), 409, 'conflict');
  });

  test('are 4 MB at most together', async () => {
    const root = await api.create();
    const content = '😀'.repeat(10_000);
    const answers = [];
    for (let start = 0; start < 110; start += 10) {
      const sends = Array.from({ length: 10 }, () => api.send({ content, parentId: root.id }));
      answers.push(...(await Promise.all(sends)));
    }
    const made = answers.filter(({ status }) => status === 201);
    for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, 409, 'conflict');
    expect(made.length).toBeLessThan(110);
    expect((await api.read(root.id)).replies).toHaveLength(made.length);

    const reply = await api.create({ content: 'Short', parentId: root.id });
    const growth = { expectedUpdatedAt: reply.updatedAt, content };
    expectRefusal(await api.update(reply.id, growth), 409, 'conflict');
    const [long] = made.map(({ json }) => json.data as Comment);
    await api.change(long!, 'Short too');
    expect((await api.update(reply.id, growth)).status).toBe(200);
  });
});

describe('an idempotency key', () => {
  test('makes one comment, and shows it as it is now', async () => {
    const key = newKey();
    const body = { content: 'Once' };
    const first = await api.send(body, key);
    const [reply] = await api.reply(first.json.data);
    const replay = await api.send(body, key);

    expect(replay.status).toBe(201);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.json.data).toEqual({ ...first.json.data, replies: [reply] });
  });

  test('makes one reply when it is sent 20 times at once', async () => {
    const { id: parentId } = await api.create();
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.send({ content: 'Once', parentId }, key)),
    );

    const { replies } = await api.read(parentId);
    expect(replies).toHaveLength(1);
    for (const { status, json } of answers) expect([status, json.data]).toEqual([201, replies[0]]);
  });

  test('is a 404 once the comment is deleted or its story is out of reach', async () => {
    const { workspace, team, story } = setting;
    const body = { content: 'Gone' };
    const [key, other] = [newKey(), newKey()];
    const made = await api.send(body, key);
    await api.delete(made.json.data.id);
    expectRefusal(await api.send(body, key), 404, 'not_found');

    const leaver = await newCommenter(workspace, story.id, 'guest', [team]);
    await leaver.send(body, other);
    const place = { workspaceId: workspace.id, teamId: team.id, principalId: leaver.userId };
    await workspace.operator.leaveTeam(place);
    expectRefusal(await leaver.send(body, other), 404, 'not_found');
  });
});

test('a story that is missing, of a team not joined or beyond the credential is 404, and gets no comment', async () => {
  const { workspace, member, newStory } = setting;
  const { id: storyId } = await newStory();
  const second = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: second.id, principalId: member.id });
  const narrow = await workspace.clientFor(member.id, { teamIds: [second.id] });
  const body = { content: 'x' };

  expectRefusal(await commentApi(workspace, randomUUID(), member.client).send(body), 404, 'not_found');
  expectRefusal(await (await newCommenter(workspace, storyId, 'admin')).send(body), 404, 'not_found');
  expectRefusal(await commentApi(workspace, storyId, narrow).send(body), 404, 'not_found');
  expect((await commentApi(workspace, storyId, member.client).list()).json.data).toEqual([]);
});

test('a service account without the scope does not comment', async () => {
  const { workspace, team, story } = setting;
  const { client } = await workspace.serviceAccount([team], ['teams:read']);

  const answer = await commentApi(workspace, story.id, client).send({ content: 'x' });
  expectRefusal(answer, 403, 'insufficient_scope');
});
