import { writeConflict } from '../../kernel/core/errors.ts';
import { clearDanglingReferences } from '../../planning/stories/clear-dangling-references.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { getSprintZones } from '../../planning/sprints/sprint-store.ts';
import { getStoryItem } from '../../planning/story/story-store.ts';
import { addToCounts, countsExist } from '../../planning/counts/counts-store.ts';
import { addToDay } from '../../planning/counts/day-store.ts';
import { addStep, movedOn, type Days } from './day-steps.ts';
import { addCompletedSize, firstKeptDay } from '../../planning/counts/throughput-store.ts';
import {
  addDifference,
  countedAs,
  changedCounters,
  noDifferences,
  type CountedStory,
  type CountDifferences,
} from './ledger.ts';
import { getLedgerLine, noLine, putLedgerLine, type LedgerLine } from './ledger-store.ts';
import type { Item, Reader, Change, Database } from '../../kernel/core/database.ts';

/** Stories per transaction: each writes its ledger entry, and shared counters are written once. */
export const STORIES_PER_TRANSACTION = 25;
/** DynamoDB's limit on transactions; larger batches are split in half. */
const CHANGES_MAX = 100;

/**
 * Updates the counts of objectives and sprints, their days, and teams' throughput to the current state of
 * some stories, regardless of repetition, order or delay: each story is counted as the difference from its
 * ledger entry, which is updated in the same transaction as the counters. References to deleted sprints,
 * objectives and key results are removed from the stories.
 */
export async function updateStoryCounts(
  database: Database,
  storyIds: readonly string[],
  now: Date,
  { deletedAt = new Map(), created = new Map() }: Partial<Pick<Moment, 'deletedAt' | 'created'>> = {},
): Promise<void> {
  const count = (attempt: number) =>
    countOnce(database, storyIds, { now, deletedAt, created: attempt === 1 ? created : new Map() });
  await retryOnConflict(count, orRedeliver('Counting was interrupted repeatedly by other changes.'));
}

interface CountedItem {
  id: string;
  item: Item | undefined;
  line: LedgerLine;
}

interface Moment {
  now: Date;
  /** The deletion times of stories by id; a deleted story that is missing here counts as deleted now. */
  deletedAt: ReadonlyMap<string, Date>;
  /**
   * Items of new stories by id. They have not been counted, so they are counted without a read; a ledger entry that exists
   * all the same stops the write.
   */
  created: ReadonlyMap<string, Item>;
}

async function countOnce(database: Database, storyIds: readonly string[], moment: Moment): Promise<void> {
  const { now, deletedAt, created } = moment;
  const read = createReader(database);
  const seen = await Promise.all(
    storyIds.map(async (id): Promise<CountedItem> => {
      const known = created.get(id);
      if (known) return { id, item: known, line: noLine };
      const [item, line] = await Promise.all([getStoryItem(read, id), getLedgerLine(read, id)]);
      return { id, item, line };
    }),
  );
  const present = seen.flatMap(({ item }) => item ?? []);
  const stories = await clearDanglingReferences(database, read, present, now);
  const [categories, zones] = await Promise.all([
    getStatusCategories(
      read,
      [...stories.values()].map(({ statusId }) => statusId),
    ),
    getSprintZones(read, [
      ...seen.map(({ line }) => line.counted?.sprintId),
      ...[...stories.values()].map(({ sprintId }) => sprintId),
    ]),
  ]);

  const differences = noDifferences();
  const days: Days = new Map();
  const lines = seen.map(({ id, line }) => {
    const story = stories.get(id);
    const after: CountedStory | null = story ? countedAs(story, categories.get(story.statusId)!) : null;
    addDifference(differences, line.counted, after);
    const times = {
      changedAt: story?.updatedAt ?? (deletedAt.get(id) ?? now).toISOString(),
      cameAt: story?.importedAt ? story.createdAt : undefined,
      completedAt: story?.completedAt,
    };
    addStep(days, line.counted, after, times, zones);
    return putLedgerLine(id, after, line, writeConflict);
  });
  const changes = [
    ...lines,
    ...(await ownerChanges(read, differences, days)),
    ...[...differences.done]
      .map(([key, size]) => [...(key.split(' ') as [string, string]), size] as const)
      .filter(([, day, size]) => size !== 0 && day >= firstKeptDay(now))
      .map((done) => addCompletedSize(...done)),
  ];
  if (changes.length <= CHANGES_MAX) return await commit(database, changes);
  const half = Math.ceil(storyIds.length / 2);
  await countOnce(database, storyIds.slice(0, half), moment);
  await countOnce(database, storyIds.slice(half), moment);
}

/** The owners' counters and days to change; one change per owner checks that it exists. */
async function ownerChanges(read: Reader, { owners }: CountDifferences, days: Days): Promise<Change[]> {
  const counters = new Map([...owners].map(([owner, moved]) => [owner, changedCounters(moved)]));
  const happened = [...days].flatMap(([key, day]) => {
    const [owner, date] = key.split(' ') as [string, string];
    const moved = movedOn(day);
    return Object.keys(moved).length > 0 ? [{ owner, date, moved }] : [];
  });
  const touched = new Set([
    ...[...counters].filter(([, moved]) => Object.keys(moved).length > 0).map(([owner]) => owner),
    ...happened.map(({ owner }) => owner),
  ]);
  const alive = await ownersThatExist(read, [...touched]);
  return [
    ...[...alive].map((owner) => {
      const moved = counters.get(owner) ?? {};
      if (Object.keys(moved).length === 0) return countsExist(owner, writeConflict);
      return addToCounts(owner, moved, writeConflict);
    }),
    ...happened
      .filter(({ owner }) => alive.has(owner))
      .map(({ owner, date, moved }) => addToDay(owner, date, moved)),
  ];
}

/** Deleted owners need no counts. */
async function ownersThatExist(read: Reader, owners: readonly string[]): Promise<Set<string>> {
  const items = await Promise.all(owners.map((pk) => read.get({ pk, sk: '#COUNTS' })));
  return new Set(owners.filter((_, position) => items[position] !== undefined));
}
