import type { Database } from '../db/client.ts';
import type { Item, Key } from '../db/table.ts';
import { keyResultIdOf, toKeyResult } from '../key-results/key-result-store.ts';
import { errorFields, logger } from '../lib/logger.ts';
import { objectiveIdOf } from '../objectives/objective-store.ts';
import { sprintIdOf } from '../sprints/sprint-store.ts';
import { storyIdOf } from '../stories/story-store.ts';
import { afterKeyResultDeletion, afterObjectiveDeletion, afterSprintDeletion } from './after-deletion.ts';
import { countStories, STORIES_AT_ONCE } from './count-stories.ts';

/** A change of an item, as a stream record tells it. */
export interface Changed {
  key: Key;
  sequenceNumber: string;
  /** The item as it last was, where the change was its deletion. */
  deleted?: Item;
}

/**
 * Sees to what follows from changes of the table: counts of stories, and what pointed to things that are no
 * longer there. Works in chunks, in order; when one fails, its first change is given back, from which on the
 * stream hands them over again. Handling a change twice, late or out of order is harmless.
 */
export async function dispatch(
  database: Database,
  changes: readonly Changed[],
  now: Date,
): Promise<Changed | undefined> {
  for (let start = 0; start < changes.length; start += STORIES_AT_ONCE) {
    const chunk = changes.slice(start, start + STORIES_AT_ONCE);
    try {
      await handleChunk(database, chunk, now);
    } catch (error) {
      const { sequenceNumber } = chunk[0]!;
      logger.error('stream records failed', { sequenceNumber, records: chunk.length, ...errorFields(error) });
      return chunk[0];
    }
  }
  return undefined;
}

async function handleChunk(database: Database, changes: readonly Changed[], now: Date): Promise<void> {
  for (const { deleted } of changes) if (deleted) await afterDeletion(database, deleted, now);
  const stories = new Set(
    changes.filter(({ key }) => key.pk.startsWith('S#')).map(({ key }) => storyIdOf(key)),
  );
  if (stories.size > 0) await countStories(database, [...stories], now);
}

async function afterDeletion(database: Database, item: Item, now: Date): Promise<void> {
  if (item.pk.startsWith('P#')) await afterSprintDeletion(database, sprintIdOf(item), now);
  if (item.pk.startsWith('O#')) await afterObjectiveDeletion(database, objectiveIdOf(item), now);
  if (!item.pk.startsWith('R#')) return;
  const { objectiveId } = toKeyResult(item);
  await afterKeyResultDeletion(database, { id: keyResultIdOf(item), objectiveId }, now);
}
