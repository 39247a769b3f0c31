import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../shared/planning/comments/comment.ts';
import { expectBadFields, expectRefusal, readAll, readPages } from '../support/answers.ts';
import {
  newCommenter,
  commentApi,
  newCommentWorkspace,
  type CommentApi,
  type CommentWorkspace,
} from './comment-api.ts';

let setting: CommentWorkspace;

beforeAll(async () => {
  setting = await newCommentWorkspace();
});

const newStoryApi = async (): Promise<CommentApi> =>
  commentApi(setting.workspace, (await setting.newStory()).id, setting.member.client);

const idsOf = (comments: readonly Comment[]) => comments.map(({ id }) => id);

test('a story without comments has an empty list', async () => {
  const { status, json } = await (await newStoryApi()).list();

  expect([status, json]).toEqual([200, { data: [], meta: { hasMore: false, nextCursor: null } }]);
});

test('the list has the roots newest first, each as it is returned alone, with its replies oldest first', async () => {
  const api = await newStoryApi();
  const roots = [await api.create(), await api.create(), await api.create()];
  await api.reply(roots[1]!, 3);
  await api.reply(roots[0]!, 1);
  const { data } = (await api.list()).json;

  expect(idsOf(data)).toEqual(idsOf(roots.toReversed()));
  expect(data.map(({ replies }: Comment) => replies.length)).toEqual([0, 3, 1]);
  for (const comment of data) expect(comment).toEqual(await api.read(comment.id));
});

test.each([1, 3, 100])('pages of %i hold every root once, and no others', async (limit) => {
  const api = await newStoryApi();
  const roots: Comment[] = [];
  for (let made = 0; made < 7; made++) roots.push(await api.create());
  await api.reply(roots[2]!, 4);
  const pages = await readPages(setting.member.client, api.path, { limit });

  expect(idsOf(pages.flat())).toEqual(idsOf(roots.toReversed()));
  expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
  expect(pages).toHaveLength(Math.ceil(7 / limit));
});

test('a page ends early where its response would pass 4 MB, and no comment is missed', async () => {
  const api = await newStoryApi();
  const content = '😀'.repeat(10_000);
  const roots: Comment[] = [];
  for (let made = 0; made < 4; made++) roots.push(await api.create({ content }));
  for (const { id: parentId } of roots) {
    for (let start = 0; start < 40; start += 10) {
      await Promise.all(Array.from({ length: 10 }, () => api.create({ content, parentId })));
    }
  }
  const pages = await readPages(setting.member.client, api.path);

  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(4_000_000);
  const all: Comment[] = pages.flat();
  expect(idsOf(all)).toEqual(idsOf(roots.toReversed()));
  expect(all.map(({ replies }) => replies.length)).toEqual([40, 40, 40, 40]);
});

test('comments made during a walk do not disturb it', async () => {
  const api = await newStoryApi();
  const roots: Comment[] = [];
  for (let made = 0; made < 6; made++) roots.push(await api.create());
  const walk = readAll(setting.member.client, api.path, { limit: 1 });
  for (let made = 0; made < 6; made++) await api.create();

  const seen = idsOf((await walk) as Comment[]);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => idsOf(roots).includes(id))).toEqual(idsOf(roots.toReversed()));
});

test('only the comments of the story are listed', async () => {
  const [one, other] = [await newStoryApi(), await newStoryApi()];
  const mine = await one.create();
  await other.create();

  expect(idsOf((await one.list()).json.data)).toEqual([mine.id]);
});

test('a guest lists comments; a service account and a credential without both scopes do not', async () => {
  const { workspace, team, story, member, api } = setting;
  const comment = await api.create();
  const guest = await newCommenter(workspace, story.id, 'guest', [team]);
  expect((await guest.list({ limit: 1 })).json.data).toEqual([comment]);

  const account = await workspace.serviceAccount([team], ['teams:read']);
  const refused = await commentApi(workspace, story.id, account.client).list();
  expectRefusal(refused, 403, 'insufficient_scope');
  for (const scope of ['comments:read', 'stories:read'] as const) {
    const client = await workspace.clientFor(member.id, { scopes: [scope] });
    expectRefusal(await commentApi(workspace, story.id, client).list(), 403, 'insufficient_scope');
  }
});

test('a story that is missing or of a team not joined is 404', async () => {
  const { workspace, story, member } = setting;

  expectRefusal(await commentApi(workspace, randomUUID(), member.client).list(), 404, 'not_found');
  expectRefusal(await (await newCommenter(workspace, story.id, 'admin')).list(), 404, 'not_found');
});

test('a cursor is valid for its story and caller only, with any limit, and again for the same page', async () => {
  const { workspace, team } = setting;
  const storyId = (await setting.newStory()).id;
  const api = commentApi(workspace, storyId, setting.member.client);
  for (let made = 0; made < 3; made++) await api.create();
  const { nextCursor: cursor } = (await api.list({ limit: 1 })).json.meta;

  const again = await api.list({ limit: 1, cursor });
  expect((await api.list({ limit: 1, cursor })).json).toEqual(again.json);
  expect((await api.list({ limit: 2, cursor })).json.data.slice(0, 1)).toEqual(again.json.data);
  const colleague = await newCommenter(workspace, storyId, 'member', [team]);
  for (const answer of [
    await colleague.list({ limit: 1, cursor }),
    await setting.api.list({ limit: 1, cursor }),
    await api.list({ limit: 1, cursor: `${cursor}x` }),
  ]) {
    expectRefusal(answer, 400, 'invalid_cursor');
  }
});

test.each([
  [{ limit: 0 }, 'query.limit'],
  [{ limit: 101 }, 'query.limit'],
  [{ cursor: '' }, 'query.cursor'],
  [{ parentId: randomUUID() }, 'query.parentId'],
])('the query %o is refused', async (query, path) => {
  expectBadFields(await setting.api.list(query), [path]);
});
