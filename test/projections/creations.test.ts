import { beforeAll, expect, test } from 'vitest';
import { deleteStory } from '../../shared/planning/stories/delete-story.ts';
import type { Database, Item } from '../../shared/kernel/core/database.ts';
import { getDays } from '../../shared/planning/counts/day-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { allEntryItems } from '../../shared/events/history/history-store.ts';
import { history } from '../../shared/projections/history/history.ts';
import { getLedgerLine } from '../../shared/projections/story-counts/ledger-store.ts';
import { storyCounts } from '../../shared/projections/story-counts/story-counts.ts';
import { archiveStory } from '../../shared/planning/stories/archive-story.ts';
import { createSprint } from '../../shared/planning/sprints/create-sprint.ts';
import { getSprintWithTally, sprintSortKey } from '../../shared/planning/sprints/sprint-store.ts';
import { createStory } from '../../shared/planning/stories/create-story.ts';
import { storyKind } from '../../shared/planning/story/story-store.ts';
import { updateStory } from '../../shared/planning/stories/update-story.ts';
import { ownTable } from '../support/own-table.ts';
import { span } from '../support/planning.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** What projections make of the stream's records of a new story, in batches that a service gives only by chance. */
let workspace: TestWorkspace;
let as: ReturnType<TestWorkspace['operator']['within']>;
let teamId: string;
let sprintId: string;

beforeAll(async () => {
  workspace = await newWorkspace(await ownTable());
  const team = await workspace.team();
  const { id } = await workspace.person('admin', [team]);
  as = workspace.operator.within(workspace.id, id);
  teamId = team.id;
  ({ id: sprintId } = await as.run(createSprint, { body: { teamId, name: 'A sprint', ...span } }));
});

/** A story that was created, archived and deleted: each change as the stream delivers it. */
async function threeChanges() {
  const { id: storyId } = await as.run(createStory, { body: { teamId, sprintId, title: 'A story' } });
  const key = storyKind.key(storyId);
  const read = (): Promise<Item> => createReader(workspace.database).get(key) as Promise<Item>;
  const first = await read();
  await as.run(archiveStory, { path: { storyId } });
  const second = await read();
  const change = (images: Pick<ItemChange, 'before' | 'after'>): ItemChange => ({
    sequenceNumber: '1',
    at: new Date(),
    key,
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

/** A story that stands in no sprint when it is created: it enters one, leaves it, and is deleted. */
async function visit(fields: object = {}) {
  const { id: storyId } = await as.run(createStory, { body: { teamId, title: 'A story', ...fields } });
  const key = storyKind.key(storyId);
  const read = (): Promise<Item> => createReader(workspace.database).get(key) as Promise<Item>;
  const change = async (body: object) => {
    const before = await read();
    const expectedUpdatedAt = before['updatedAt'] as string;
    await as.run(updateStory, { path: { storyId }, body: { expectedUpdatedAt, ...body } });
    return { sequenceNumber: '1', at: now(), key, before, after: await read() } satisfies ItemChange;
  };
  const created: ItemChange = { sequenceNumber: '1', at: now(), key, after: await read() };
  const end = async (): Promise<ItemChange> => {
    const before = await read();
    await as.run(deleteStory, { path: { storyId } });
    return { sequenceNumber: '1', at: now(), key, before };
  };
  return {
    storyId,
    created,
    change,
    end,
    enter: () => change({ sprintId }),
    leave: () => change({ clearFields: ['sprintId'] }),
  };
}

const inSprint = async () =>
  (await getSprintWithTally(createReader(workspace.database), sprintId))!.tally.counts['total'];
const versionOf = async (storyId: string) =>
  (await getLedgerLine(createReader(workspace.database), storyId)).version;

test('a story that is counted nowhere has no ledger entry until it is', async () => {
  const { storyId, created, change, enter, leave, end } = await visit();
  const was = await inSprint();
  await storyCounts.handle(stream(), [created]);
  await storyCounts.handle(stream(), [await change({ estimateValue: 3 })]);
  expect(await versionOf(storyId)).toBe(0);
  await storyCounts.handle(stream(), [await enter()]);
  expect(await inSprint()).toBe(was + 1);
  await storyCounts.handle(stream(), [await leave()]);
  expect(await countedAs(storyId)).toBeNull();
  expect([await inSprint(), await versionOf(storyId)]).toEqual([was, 2]);
  await storyCounts.handle(stream(), [await end()]);
  expect(await versionOf(storyId)).toBe(2);
});

test('the records of a story that never counts cause no write, in one batch or in many', async () => {
  const { storyId, created, change, end } = await visit();
  const records = [created, await change({ estimateValue: 3 }), await end()];
  for (const record of records) await storyCounts.handle(stream(), [record]);
  await storyCounts.handle(stream(), records);
  expect(await versionOf(storyId)).toBe(0);
});

test('an imported story that enters a sprint later enters its burn-down then, not when it was created elsewhere', async () => {
  const { created, enter } = await visit({ imported: { createdAt: '2020-02-03T00:00:00.000Z' } });
  await storyCounts.handle(stream(), [created]);
  await storyCounts.handle(stream(), [await enter()]);
  const days = await getDays(createReader(workspace.database), sprintSortKey(sprintId));
  expect([...days.keys()]).not.toContain('2020-02-03');
});

test('a worker that read a story in a sprint does not count it once its leaving was processed, although nothing had been counted', async () => {
  const { storyId, created, enter, leave } = await visit();
  const was = await inSprint();
  await storyCounts.handle(stream(), [created]);
  const entered = await enter();
  const slow = pausedBeforeWriting(workspace.database);
  const counting = storyCounts.handle({ ...stream(), database: slow.database }, [entered]);
  await slow.isWriting;
  await storyCounts.handle(stream(), [await leave()]);
  expect(await versionOf(storyId)).toBe(1);
  slow.goOn();
  await counting;
  expect(await inSprint()).toBe(was);
});

/** A database whose first write waits until it may go on. */
function pausedBeforeWriting({ client, tableName }: Database) {
  const [writing, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const call: typeof client.call = async (name, input, options) => {
    if (/Put|Update|Delete|Write/.test(name)) {
      writing.resolve();
      await going.promise;
    }
    return await client.call(name, input, options);
  };
  return {
    database: { client: { ...client, call }, tableName },
    isWriting: writing.promise,
    goOn: () => going.resolve(),
  };
}

test('a rebuild and a replay count a story whatever its record says', async () => {
  const { storyId, created, enter, leave } = await visit();
  await storyCounts.handle(stream(), [created]);
  const was = await inSprint();
  await storyCounts.handle(stream(), [await enter()]);
  // The record of its leaving is lost.
  const { key, after } = await leave();
  expect(await inSprint()).toBe(was + 1);
  const found = { ...created, key, after };
  expect(await storyCounts.rebuild.outdated!(replay(), [found])).toEqual([found]);
  await storyCounts.handle(replay(), [found]);
  expect([await inSprint(), await countedAs(storyId)]).toEqual([was, null]);
  expect(await storyCounts.rebuild.outdated!(replay(), [found])).toEqual([]);
});

test('the stream ends a history with the deletion, also if a replay comes right after it', async () => {
  const { storyId, created, archived, end } = await threeChanges();
  const deleted = await end();
  // What the stream delivers late is followed by the deletion.
  await history.handle(stream(), [created, archived]);
  expect(await entriesOf(storyId)).toHaveLength(1);
  await history.handle(stream(), [deleted]);
  expect(await entriesOf(storyId)).toEqual([]);
  await history.handle(replay(), [archived]);
  expect(await entriesOf(storyId)).toEqual([]);
});
