import type { Item, Reader } from '../../kernel/core/database.ts';
import { eventId } from '../../kernel/log/event.ts';
import type { NounWith } from '../../nouns/nouns.ts';
import type { HistorySubject, StoredEntry } from './history-entry.ts';
import { findEntries, historyNoun } from './history-store.ts';

/** The entry of a creation that an item records itself; undefined where an entry is stored for it. */
export function creationOf(name: HistorySubject, item: Item): StoredEntry | undefined {
  const first = historyNoun(name).history.firstVersion?.(item);
  if (!first) return undefined;
  const id = eventId(item.pk, first.at, new Date(first.at));
  return { id, action: 'created', actor: first.actor, changeSetId: first.changeSetId, changes: [] };
}

/** Up to `limit` entries of the history of a resource, newest first, after the one with an id. */
export async function findNounEntries(
  read: Reader,
  { name, item: kind }: NounWith<'history'>,
  item: Item,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<StoredEntry[]> {
  const entries = await findEntries(read, { name, id: kind.idOf(item) }, { after, limit });
  const creation = creationOf(name, item);
  if (!creation) return entries;
  return [...entries.filter(({ id }) => id !== creation.id), creation].slice(0, limit);
}
