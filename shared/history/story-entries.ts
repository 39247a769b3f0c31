import type { Item, Reader } from '../core/database.ts';
import { eventId } from '../log/event.ts';
import { firstVersionOf, storyIdOf } from '../stories/story-store.ts';
import type { StoredEntry } from './history-entry.ts';
import { findEntries } from './history-store.ts';

/** The entry of a story's creation, from its item; undefined where the item does not record it, and an entry is stored. */
export function creationOf(item: Item): StoredEntry | undefined {
  const first = firstVersionOf(item);
  if (!first) return undefined;
  const id = eventId(item.pk, first.at, new Date(first.at));
  return { id, action: 'created', actor: first.actor, changes: [] };
}

/** Up to `limit` entries of a story's history, newest first, after the one with an id. */
export async function findStoryEntries(
  read: Reader,
  item: Item,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<StoredEntry[]> {
  const entries = await findEntries(read, { name: 'story', id: storyIdOf(item) }, { after, limit });
  const creation = creationOf(item);
  if (!creation) return entries;
  return [...entries.filter(({ id }) => id !== creation.id), creation].slice(0, limit);
}
