import type { Database } from '../db/client.ts';
import { isUnavailable } from '../db/unavailable.ts';
import type { Item, Key } from '../db/table.ts';
import { afterItemDeletion } from '../feedback/after-item-deletion.ts';
import { followStories } from '../feedback/follow-stories.ts';
import { isItemKey, itemIdOf } from '../feedback/item-store.ts';
import { keyResultIdOf, toKeyResult } from '../key-results/key-result-store.ts';
import { errorFields, logger } from '../lib/logger.ts';
import { objectiveIdOf } from '../objectives/objective-store.ts';
import { afterPortalDeletion } from '../portals/after-portal-deletion.ts';
import { isPortalKey, portalIdOf } from '../portals/portal-store.ts';
import { sprintIdOf } from '../sprints/sprint-store.ts';
import { storyIdOf } from '../stories/story-store.ts';
import { afterKeyResultDeletion, afterObjectiveDeletion, afterSprintDeletion } from './after-deletion.ts';
import { countStories, STORIES_AT_ONCE } from './count-stories.ts';

/** A change of an item, as a stream record tells it. */
export interface Changed {
  key: Key;
  sequenceNumber: string;
  /** When it happened, where that is known. */
  at?: Date;
  /** The item as it last was, where the change was its deletion. */
  deleted?: Item;
}

/**
 * Sees to what follows from changes of the table: counts of stories, feedback items that follow stories, and
 * what pointed to things that are no longer there. Works in chunks, in order; when the database cannot take one, its first change is given back,
 * from which on the stream hands them over again. A change that fails by itself is logged and left to
 * `plotline recount`, so that it holds up no other. Handling a change twice, late or out of order is harmless.
 */
export async function dispatch(
  database: Database,
  changes: readonly Changed[],
  now: Date,
): Promise<Changed | undefined> {
  for (let start = 0; start < changes.length; start += STORIES_AT_ONCE) {
    const chunk = changes.slice(start, start + STORIES_AT_ONCE);
    const failed = await tryChunk(database, chunk, now);
    if (!failed) continue;
    const from = isUnavailable(failed.error) ? failed.change : await tryEach(database, chunk, now);
    if (from) return from;
  }
  return undefined;
}

/** The first change of a chunk that failed, or undefined. */
async function tryChunk(
  database: Database,
  chunk: readonly Changed[],
  now: Date,
): Promise<{ change: Changed; error: unknown } | undefined> {
  try {
    await handleChunk(database, chunk, now);
    return undefined;
  } catch (error) {
    const change = chunk[0]!;
    const { sequenceNumber } = change;
    logger.error('stream records failed', { sequenceNumber, records: chunk.length, ...errorFields(error) });
    return { change, error };
  }
}

/** Handles the changes of a failed chunk one by one: the one from which to go on later, if it is the database. */
async function tryEach(
  database: Database,
  chunk: readonly Changed[],
  now: Date,
): Promise<Changed | undefined> {
  for (const change of chunk) {
    const failed = await tryChunk(database, [change], now);
    if (failed && isUnavailable(failed.error)) return change;
  }
  return undefined;
}

async function handleChunk(database: Database, changes: readonly Changed[], now: Date): Promise<void> {
  for (const { deleted } of changes) if (deleted) await afterDeletion(database, deleted, now);
  const stories = new Set(
    changes.filter(({ key }) => key.pk.startsWith('S#')).map(({ key }) => storyIdOf(key)),
  );
  const deletedAt = new Map(
    changes.flatMap(({ key, deleted, at }) => (deleted && at ? [[storyIdOf(key), at] as const] : [])),
  );
  if (stories.size > 0) await countStories(database, [...stories], now, deletedAt);
  const items = changes.filter(({ key }) => isItemKey(key)).map(({ key }) => itemIdOf(key));
  await followStories(database, { storyIds: [...stories], itemIds: items }, now);
}

async function afterDeletion(database: Database, item: Item, now: Date): Promise<void> {
  if (item.pk.startsWith('P#')) await afterSprintDeletion(database, sprintIdOf(item), now);
  if (item.pk.startsWith('O#')) await afterObjectiveDeletion(database, objectiveIdOf(item), now);
  if (isItemKey(item)) await afterItemDeletion(database, itemIdOf(item));
  if (isPortalKey(item)) await afterPortalDeletion(database, portalIdOf(item));
  if (!item.pk.startsWith('R#')) return;
  const { objectiveId } = toKeyResult(item);
  await afterKeyResultDeletion(database, { id: keyResultIdOf(item), objectiveId }, now);
}
