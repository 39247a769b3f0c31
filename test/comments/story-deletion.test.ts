import { beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../shared/planning/comments/comment.ts';
import { findReplies, findRoots, getCommentItem } from '../../shared/planning/comments/comment-store.ts';
import { deleteStoryComments } from '../../shared/planning/comments/delete-threads.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { expectRefusal } from '../support/answers.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { commentApi } from './comment-api.ts';
import type { Reader, Change } from '../../shared/kernel/core/database.ts';

/** What a story's deletion leaves of its comments can no longer be asked for, so this looks at the table. */
let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let member: Person;
let read: Reader;
let newStory: () => Promise<Story>;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  const team = await workspace.team();
  member = await workspace.person('member', [team]);
  read = createReader(workspace.database);
  newStory = () => createStoryAs(member.client, workspace, { teamId: team.id });
});

const storyPath = ({ id }: Story) => `${workspace.path}/stories/${id}`;
const apiOfStory = ({ id }: Story) => commentApi(workspace, id, member.client);

async function expectNothingLeft(story: Story, comments: readonly Pick<Comment, 'id'>[]): Promise<void> {
  expectRefusal(await member.client.get(storyPath(story)), 404, 'not_found');
  expect(await findRoots(read, story.id, { before: undefined, limit: 10 })).toEqual([]);
  for (const { id } of comments) {
    expect(await getCommentItem(read, id)).toBeUndefined();
    expect(await findReplies(read, id)).toEqual([]);
  }
}

test('deleting a story deletes all its comments, those of others and all replies too', async () => {
  const [story, other] = [await newStory(), await newStory()];
  const api = apiOfStory(story);
  const comments: Comment[] = [];
  for (let made = 0; made < 25; made++) comments.push(await api.create());
  for (const count of [1, 2, 95]) comments.push(...(await api.reply(comments[count % 25]!, count)));
  const kept = await apiOfStory(other).create();

  expect((await member.client.delete(storyPath(story))).status).toBe(200);
  await expectNothingLeft(story, comments);
  expectRefusal(await api.list(), 404, 'not_found');
  expect((await apiOfStory(other).list()).json.data).toEqual([kept]);
});

test('comments and replies that arrive during the delete are deleted or refused', async () => {
  for (let round = 0; round < 5; round++) {
    const story = await newStory();
    const api = apiOfStory(story);
    const root = await api.create();
    const sends = Array.from({ length: 30 }, (_, number) =>
      api.send({ content: 'Late', ...(number % 2 ? { parentId: root.id } : {}) }),
    );
    const [deletion, ...answers] = await Promise.all([member.client.delete(storyPath(story)), ...sends]);

    expect(deletion.status).toBe(200);
    for (const { status } of answers) expect([201, 400, 404, 409]).toContain(status);
    const made = answers.filter(({ status }) => status === 201).map(({ json }) => json.data as Comment);
    await expectNothingLeft(story, [root, ...made]);
  }
});

test('a deletion that is cut off half-way leaves a story without new comments, until it is deleted or updated', async () => {
  const [story, saved] = [await newStory(), await newStory()];
  const roots = new Map<Story, Comment>();
  for (const one of [story, saved]) {
    roots.set(one, await apiOfStory(one).create());
    await apiOfStory(one).reply(roots.get(one)!, 3);
    proxy.reset();
    proxy.fault = (operation) => (operation === 'TransactWriteItems' ? 'refuse' : undefined);
    expectRefusal(await member.client.delete(storyPath(one)), 503, 'service_unavailable');
    proxy.reset();
    expectRefusal(await apiOfStory(one).send({ content: 'Late' }), 409, 'conflict');
    expect(await apiOfStory(one).read(roots.get(one)!.id)).toMatchObject({ replies: [{}, {}, {}] });
  }

  const update = { expectedUpdatedAt: saved.updatedAt, title: 'Saved' };
  expect((await member.client.patch(storyPath(saved), update)).status).toBe(200);
  expect((await apiOfStory(saved).send({ content: 'Open again' })).status).toBe(201);
  expect((await member.client.delete(storyPath(story))).status).toBe(200);
  await expectNothingLeft(story, [roots.get(story)!]);
});

test('the comments of a story are deleted in steps, while the request is sent again', async () => {
  const story = await newStory();
  const api = apiOfStory(story);
  const comments: Comment[] = [];
  for (let made = 0; made < 25; made++) comments.push(await api.create());
  comments.push(...(await api.reply(comments[24]!, 3)));
  const tryWrite = (changes: readonly Change[]) => commit(workspace.database, changes).then(() => true);
  const step = () => deleteStoryComments({ read: createReader(workspace.database), tryWrite }, story.id, 10);

  for (const left of [15, 5]) {
    await expect(step()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await findRoots(read, story.id, { before: undefined, limit: 100 })).toHaveLength(left);
  }
  expect(await step()).toBe(true);
  expect((await member.client.delete(storyPath(story))).status).toBe(200);
  await expectNothingLeft(story, comments);
});
