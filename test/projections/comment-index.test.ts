import { beforeAll, expect, test } from 'vitest';
import {
  commentKind,
  getCommentItem,
  indexComment,
  putComment,
} from '../../shared/planning/comments/comment-store.ts';
import type { StoredComment } from '../../shared/planning/comments/comment.ts';
import { createComment } from '../../shared/planning/comments/create-comment.ts';
import { deleteComment } from '../../shared/planning/comments/delete-comment.ts';
import { listWorkspaceComments } from '../../shared/planning/comments/list-workspace-comments.ts';
import { updateComment } from '../../shared/planning/comments/update-comment.ts';
import { systemClock } from '../../shared/kernel/core/clock.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import type { Item } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { commentIndex } from '../../shared/projections/comment-index.ts';
import { rebuild } from '../../shared/projections/rebuild/rebuild.ts';
import { createStory } from '../../shared/planning/stories/create-story.ts';
import { ownTable } from '../support/own-table.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** Comments of a story that has moved, which are stored with its former team, in a table that no stream follows. */
let workspace: TestWorkspace;
let as: ReturnType<TestWorkspace['operator']['within']>;
let teamId: string;
let formerTeamId: string;
let storyId: string;

beforeAll(async () => {
  workspace = await newWorkspace(await ownTable());
  const [team, former] = [await workspace.team(), await workspace.team()];
  const { id } = await workspace.person('admin', [team, former]);
  as = workspace.operator.within(workspace.id, id);
  teamId = team.id;
  formerTeamId = former.id;
  ({ id: storyId } = await as.run(createStory, { body: { teamId, title: 'A story' } }));
});

const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

async function itemOf({ id }: Pick<StoredComment, 'id'>): Promise<Item> {
  return (await getCommentItem(createReader(workspace.database), id))!;
}

/** Stores a comment with the former team of its story. */
async function leaveBehind(comment: Pick<StoredComment, 'id'>): Promise<void> {
  const place = { workspaceId: workspace.id, teamId: formerTeamId };
  await commit(workspace.database, [indexComment(await itemOf(comment), place, writeConflict)]);
}

/** Comments that lists of the team do not have: two that were edited days after they were written, and a new one. */
async function leftComments(): Promise<StoredComment[]> {
  const authorId = newId(new Date());
  const dated = [30, 20].map((days) => ({
    id: newId(daysAgo(days)),
    storyId,
    parentId: null,
    authorId,
    content: 'Before',
    origin: 'member' as const,
    createdAt: daysAgo(days).toISOString(),
    updatedAt: daysAgo(days - 10).toISOString(),
  }));
  const place = { workspaceId: workspace.id, teamId };
  await commit(
    workspace.database,
    dated.map((comment) => putComment(comment, place)),
  );
  const path = { storyId };
  const { replies: _, ...made } = await as.run(createComment, { path, body: { content: 'Now' } });
  const all = [...dated, made];
  for (const comment of all) await leaveBehind(comment);
  return all;
}

const listed = (query: object = {}) => as.list(listWorkspaceComments, { query: { teamId, ...query } });
const changeOf = async (comment: StoredComment): Promise<ItemChange> => ({
  sequenceNumber: '1',
  at: new Date(),
  key: commentKind.key(comment.id),
  after: await itemOf(comment),
});
const context = () => ({ database: workspace.database, now: new Date() });

test('a rebuild stores the comments of a moved story with its team, in steps, and leaves their versions as they are', async () => {
  const all = await leftComments();
  const before = await Promise.all(all.map(itemOf));
  expect(await listed()).toEqual([]);

  const run = () => rebuild(workspace.database, commentIndex, systemClock, { pageItems: 5 });
  expect(await run()).toMatchObject({ handled: all.length, failed: [] });
  const expected = all.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  expect(await listed()).toEqual(expected);
  const [, second, first] = expected as [StoredComment, StoredComment, StoredComment];
  expect(await listed({ updatedSince: second.updatedAt })).toEqual(expected.slice(0, 2));
  expect(await listed({ updatedSince: first.updatedAt })).toEqual(expected);
  for (const [position, item] of (await Promise.all(all.map(itemOf))).entries()) {
    const { inParent: _, inChanged: __, mark: ___, teamId: now, ...rest } = item;
    expect(now).toBe(teamId);
    expect(before[position]).toMatchObject(rest);
  }
  expect(await run()).toMatchObject({ handled: 0, failed: [] });
});

test('an edit stores a comment with the team of its story too', async () => {
  const [old] = await leftComments();
  const { updatedAt: expectedUpdatedAt, id: commentId } = old!;
  const body = { expectedUpdatedAt, content: 'Edited' };
  const edited = await as.run(updateComment, { path: { storyId, commentId }, body });
  const found = await listed({ updatedSince: edited.updatedAt });
  expect(found.map(({ id }) => id)).toEqual([commentId]);
});

test('a comment whose story is gone is left as it is', async () => {
  const [, , comment] = (await leftComments()) as [StoredComment, StoredComment, StoredComment];
  await commit(workspace.database, [
    { update: commentKind.key(comment.id), with: { set: { storyId: newId(new Date()) } } },
  ]);
  const left = await itemOf(comment);
  await commentIndex.handle(context(), [await changeOf(comment)]);
  expect(await itemOf(comment)).toEqual(left);
});

test('a record that is late, or of a comment that was deleted since, writes nothing old', async () => {
  const [edited, , gone] = (await leftComments()) as [StoredComment, StoredComment, StoredComment];
  const late = [await changeOf(edited), await changeOf(gone)];
  const body = { expectedUpdatedAt: edited.updatedAt, content: 'Edited' };
  await as.run(updateComment, { path: { storyId, commentId: edited.id }, body });
  await as.run(deleteComment, { path: { storyId, commentId: gone.id } });
  const current = await itemOf(edited);

  await commentIndex.handle(context(), late);
  expect(await itemOf(edited)).toEqual(current);
  expect(await itemOf(gone)).toBeUndefined();
});
