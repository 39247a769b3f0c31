import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallInput, Change, Database, Item, Key, Reader } from '../../shared/kernel/core/database.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { createFeedbackItem } from '../../shared/feedback/items/create-feedback-item.ts';
import { deleteFeedbackItem } from '../../shared/feedback/items/delete-feedback-item.ts';
import { findOnFrontPage } from '../../shared/feedback/items/find-items.ts';
import { FRONT_PAGE_IDEAS } from '../../shared/feedback/items/front-page.ts';
import {
  countOnItem,
  deleteItem,
  feedbackItemKind,
  itemPartitions,
  replaceItem,
  toItem,
} from '../../shared/feedback/items/item-store.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { createPortal } from '../../shared/feedback/portals/create-portal.ts';
import { frontPages } from '../../shared/projections/front-pages.ts';
import { rebuildPage } from '../../shared/projections/rebuild/rebuild-page.ts';
import { ownTable } from '../support/own-table.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** Front pages where an index, a record or a part of the page is older than the rest, as a service gives only by chance. */
let workspace: TestWorkspace;
let as: ReturnType<TestWorkspace['operator']['within']>;
let database: Database;
let portalId: string;
let boardId: string;

beforeAll(async () => {
  workspace = await newWorkspace(await ownTable());
  ({ database } = workspace);
  const { id } = await workspace.person('admin');
  as = workspace.operator.within(workspace.id, id);
});
beforeEach(async () => {
  const body = { name: 'A portal', visibility: 'public' as const, boards: [{ name: 'Ideas' }] };
  const portal = await as.run(createPortal, { body });
  [portalId, boardId] = [portal.id, portal.boards[0]!.id];
});

/** Ideas with one vote each, of their author. */
async function ideas(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number++)
    ids.push(
      (await as.run(createFeedbackItem, { path: { portalId }, body: { title: `${number}`, boardId } })).id,
    );
  return ids;
}

const get = (key: Key): Promise<Item | undefined> => createReader(database).get(key);
const itemOf = async (id: string): Promise<FeedbackItem> => toItem((await get(feedbackItemKind.key(id)))!);
const change = (id: string): ItemChange => ({
  sequenceNumber: '1',
  at: new Date(),
  key: feedbackItemKind.key(id),
  after: { ...feedbackItemKind.key(id), portalId },
});
const project = (ids: readonly string[], on: Database = database) =>
  frontPages.handle({ database: on, now: new Date(), inOrder: true }, ids.map(change));
const rebuild = () => rebuildPage(frontPages, { database, now: new Date() }, undefined);
const show = (read: Reader = createReader(database)) =>
  findOnFrontPage(read, portalId, {}, { limit: FRONT_PAGE_IDEAS, after: undefined });
const shown = async () => (await show())!.items;

/** Reads of a front page, each part as `partOf` says: as it was when this was called, or as it is now. */
async function partsNow(): Promise<(isNew: (part: string) => boolean) => Reader> {
  const reader = createReader(database);
  const before = new Map<string, Item | undefined>();
  const record = async (key: Key) => {
    before.set(key.sk, await get(key));
    return before.get(key.sk);
  };
  await show({ ...reader, get: record });
  return (isNew) => ({
    ...reader,
    get: (key) => (isNew(key.sk) ? get(key) : Promise.resolve(before.get(key.sk))),
  });
}

test.each(['#CONTENT', '#FRONT', '#FRONT#COUNTS'])(
  'a page of which only %s is read after it was composed again is not shown',
  async (newer) => {
    const [first, second] = await ideas(2);
    await project([first!, second!]);
    const parts = await partsNow();
    await as.run(deleteFeedbackItem, { path: { itemId: first!, portalId } });
    await project([first!]);
    expect(await show(parts((part) => part === newer))).toBeUndefined();
    expect((await show(parts(() => true)))!.items).toHaveLength(1);
  },
);

const vote = async (id: string, by: 1 | -1) =>
  await commit(database, [countOnItem(id, { attribute: 'voteCount', by }, writeConflict)]);

/** A database whose index of ideas by votes stays as it is when this is called. */
async function lagging(): Promise<Database> {
  const { client, tableName } = database;
  const found = new Map<string, Item[]>();
  const call: typeof client.call = async (name, input, options) => {
    if (name !== 'Query') return await client.call(name, input, options);
    const { ExpressionAttributeValues: values, Limit } = input as CallInput<'Query'>;
    return { Items: found.get(values![':p'] as string)!.slice(0, Limit) } as never;
  };
  for (const partition of [itemPartitions.votes(portalId), itemPartitions.finishedVotes(portalId)])
    found.set(partition, await createReader(database).query({ index: 'due', partition, limit: 1_000 }));
  return { client: { ...client, call }, tableName };
}

test('ideas that the index still ranks after they were deleted do not hide that there is a next page', async () => {
  const ids = await ideas(FRONT_PAGE_IDEAS + 3);
  await project(ids);
  const late = await lagging();
  const deleted = ids.slice(-2);
  for (const itemId of deleted) await as.run(deleteFeedbackItem, { path: { itemId, portalId } });
  await project(deleted, late);
  const { items, next } = (await show())!;
  expect(items).toHaveLength(FRONT_PAGE_IDEAS);
  expect(next).toBeDefined();
});

test('ideas that lose votes make room for the next, wherever the index still ranks them', async () => {
  const ids = await ideas(FRONT_PAGE_IDEAS + 3);
  await project(ids);
  const losing = ids.slice(-3);
  for (const id of losing) await vote(id, -1);
  // Their positions in the index follow by another projection.
  await project(losing);
  expect((await shown()).map(({ voteCount }) => voteCount)).toEqual(Array(FRONT_PAGE_IDEAS).fill(1));
});

const unrecorded: Record<string, (item: FeedbackItem) => Change> = {
  renamed: (item) => replacing(item, { title: 'Renamed' }),
  hidden: (item) => replacing(item, { hidden: true }),
  deleted: (item) => deleteItem(item, writeConflict)[0]!,
};
const replacing = (item: FeedbackItem, next: Partial<FeedbackItem>): Change =>
  replaceItem({ ...item, ...next, updatedAt: new Date().toISOString() }, item, writeConflict)[0]!;

test.each([
  ['renamed', ['Renamed', '1']],
  ['hidden', ['1']],
  ['deleted', ['1']],
])('a rebuild shows that an idea was %s, although its portal was not notified', async (how, titles) => {
  const ids = await ideas(2);
  await project(ids);
  await commit(database, [unrecorded[how]!(await itemOf(ids[0]!))]);
  await rebuild();
  expect((await shown()).map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
});

test('a rebuild empties the page of a portal whose ideas are gone', async () => {
  const [only] = await ideas(1);
  await project([only!]);
  await commit(database, deleteItem(await itemOf(only!), writeConflict).slice(0, 1));
  expect(await shown()).toHaveLength(1);
  await rebuild();
  expect(await shown()).toEqual([]);
});
