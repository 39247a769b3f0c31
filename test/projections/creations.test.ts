import { beforeAll, expect, test } from 'vitest';
import { deleteStory } from '../../shared/cascades/delete-story.ts';
import type { Item } from '../../shared/core/database.ts';
import { createReader } from '../../shared/db/reader.ts';
import type { ItemChange } from '../../shared/db/stream-record.ts';
import { allEntryItems } from '../../shared/history/history-store.ts';
import { history } from '../../shared/projections/history/history.ts';
import { getLedgerLine } from '../../shared/projections/story-counts/ledger-store.ts';
import { storyCounts } from '../../shared/projections/story-counts/story-counts.ts';
import { archiveStory } from '../../shared/stories/archive-story.ts';
import { createStory } from '../../shared/stories/create-story.ts';
import { storyKind } from '../../shared/stories/story-store.ts';
import { ownTable } from '../support/own-table.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** What projections make of the stream's records of a new story, in batches that a service gives only by chance. */
let workspace: TestWorkspace;
let as: ReturnType<TestWorkspace['operator']['within']>;
let teamId: string;

beforeAll(async () => {
  workspace = await newWorkspace(await ownTable());
  const team = await workspace.team();
  const { id } = await workspace.person('admin', [team]);
  as = workspace.operator.within(workspace.id, id);
  teamId = team.id;
});

/** A story that was created, archived and deleted: each change as the stream tells of it. */
async function threeChanges() {
  const { id: storyId } = await as.run(createStory, { body: { teamId, title: 'A story' } });
  const key = storyKind.key(storyId);
  const read = (): Promise<Item> => createReader(workspace.database).get(key) as Promise<Item>;
  const first = await read();
  await as.run(archiveStory, { path: { storyId } });
  const second = await read();
  const change = (images: Pick<ItemChange, 'before' | 'after'>): ItemChange => ({
    ...{ sequenceNumber: '1', at: new Date(), key },
    ...images,
  });
  const created = change({ after: first });
  const archived = change({ before: first, after: second });
  const end = async () => {
    await as.run(deleteStory, { path: { storyId } });
    return change({ before: second });
  };
  return { storyId, created, archived, end };
}

const now = () => new Date();
const stream = () => ({ database: workspace.database, now: now(), inOrder: true });
const replay = () => ({ database: workspace.database, now: now() });
const countedAs = async (storyId: string) =>
  (await getLedgerLine(createReader(workspace.database), storyId)).counted;
const entriesOf = (storyId: string) =>
  allEntryItems(createReader(workspace.database), { name: 'story', id: storyId });

test('a story that changes in the batch of its creation is counted as what it has become', async () => {
  const { storyId, created, archived } = await threeChanges();
  await storyCounts.handle(stream(), [created, archived]);
  expect(await countedAs(storyId)).toMatchObject({ archived: true });
});

test('a creation that comes again changes nothing that was counted since', async () => {
  const { storyId, created, archived, end } = await threeChanges();
  await storyCounts.handle(stream(), [created]);
  expect(await countedAs(storyId)).toMatchObject({ archived: false });
  await storyCounts.handle(stream(), [archived]);
  await storyCounts.handle(stream(), [created]);
  expect(await countedAs(storyId)).toMatchObject({ archived: true });
  await storyCounts.handle(stream(), [await end()]);
  await storyCounts.handle(stream(), [created, archived]);
  expect(await countedAs(storyId)).toBeNull();
});

test('the stream ends a history with the deletion, a replay that comes after it at once', async () => {
  const { storyId, created, archived, end } = await threeChanges();
  const deleted = await end();
  // What the stream tells late is followed by the deletion.
  await history.handle(stream(), [created, archived]);
  expect(await entriesOf(storyId)).toHaveLength(2);
  await history.handle(stream(), [deleted]);
  expect(await entriesOf(storyId)).toEqual([]);
  await history.handle(replay(), [archived]);
  expect(await entriesOf(storyId)).toEqual([]);
});
