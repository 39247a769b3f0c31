import { RaceLost, raceLost } from '../api/errors.ts';
import type { Database } from '../db/client.ts';
import { createReader, type Reader } from '../db/reader.ts';
import type { Item } from '../db/table.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';
import { commit } from '../db/write.ts';
import { getStatusReference } from '../statuses/status-store.ts';
import type { StatusCategory } from '../statuses/status.ts';
import { getStoryItem } from '../stories/story-store.ts';
import { addToCounts } from './counts-store.ts';
import { addToDone } from './throughput-store.ts';
import { addDifference, countedAs, movedCounters, noDifferences, type Counted } from './ledger.ts';
import { getLedgerLine, putLedgerLine, type LedgerLine } from './ledger-store.ts';
import { letGoOfMissing } from './let-go.ts';

/** Stories of one transaction: each is a ledger line, and they touch a counter together only once. */
export const STORIES_AT_ONCE = 25;
/** DynamoDB's own limit on a transaction; stories that touch nothing together are counted in halves above it. */
const MOST_CHANGES = 100;
const ATTEMPTS = 10;

/**
 * Brings the counts of objectives and sprints, and what teams complete, up to how some stories are now. It
 * does not matter how often, in which order or how late it is asked: each story is counted as the difference
 * from its ledger line, and the line moves in the same transaction as the counters. A story that names a
 * sprint, objective or key result that has been deleted lets go of it.
 */
export async function countStories(
  database: Database,
  storyIds: readonly string[],
  now: Date,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await countOnce(database, storyIds, now);
    } catch (error) {
      if (!(error instanceof RaceLost)) throw error;
      if (attempt === ATTEMPTS) throw new DatabaseUnavailable('Counting kept meeting other changes.');
    }
  }
}

interface Seen {
  id: string;
  item: Item | undefined;
  line: LedgerLine;
}

async function countOnce(database: Database, storyIds: readonly string[], now: Date): Promise<void> {
  const read = createReader(database);
  const seen = await Promise.all(
    storyIds.map(async (id): Promise<Seen> => {
      const [item, line] = await Promise.all([getStoryItem(read, id), getLedgerLine(read, id)]);
      return { id, item, line };
    }),
  );
  const present = seen.flatMap(({ item }) => item ?? []);
  const stories = await letGoOfMissing(database, read, present, now);
  const categories = await categoriesOf(
    read,
    [...stories.values()].map(({ statusId }) => statusId),
  );

  const differences = noDifferences();
  const lines = seen.map(({ id, line }) => {
    const story = stories.get(id);
    const after: Counted | null = story ? countedAs(story, categories.get(story.statusId)!) : null;
    addDifference(differences, line.counted, after);
    return putLedgerLine(id, after, line, raceLost);
  });
  const counters = [...differences.owners]
    .map(([owner, moved]) => [owner, movedCounters(moved)] as const)
    .filter(([, moved]) => Object.keys(moved).length > 0);
  const alive = await ownersThatExist(
    read,
    counters.map(([owner]) => owner),
  );
  const changes = [
    ...lines,
    ...counters
      .filter(([owner]) => alive.has(owner))
      .map(([owner, moved]) => addToCounts(owner, moved, raceLost)),
    ...[...differences.done]
      .filter(([, size]) => size !== 0)
      .map(([key, size]) => addToDone(...(key.split(' ') as [string, string]), size)),
  ];
  if (changes.length <= MOST_CHANGES) return await commit(database, changes);
  const half = Math.ceil(storyIds.length / 2);
  await countOnce(database, storyIds.slice(0, half), now);
  await countOnce(database, storyIds.slice(half), now);
}

/** What has been deleted needs no counts any more. */
async function ownersThatExist(read: Reader, owners: readonly string[]): Promise<Set<string>> {
  const items = await Promise.all(owners.map((pk) => read.get({ pk, sk: '#COUNTS' })));
  return new Set(owners.filter((_, position) => items[position] !== undefined));
}

/** A status never changes its category, so a sandbox remembers those it has seen. */
const knownCategories = new Map<string, StatusCategory>();
const MOST_KNOWN = 10_000;

/** The categories of statuses by id; one that is not there counts as backlog. */
export async function categoriesOf(
  read: Reader,
  statusIds: readonly string[],
): Promise<ReadonlyMap<string, StatusCategory>> {
  if (knownCategories.size > MOST_KNOWN) knownCategories.clear();
  const unknown = [...new Set(statusIds)].filter((id) => !knownCategories.has(id));
  const references = await Promise.all(unknown.map((id) => getStatusReference(read, id)));
  for (const [position, id] of unknown.entries()) {
    knownCategories.set(id, references[position]?.category ?? 'backlog');
  }
  return knownCategories;
}
