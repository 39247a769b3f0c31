import pLimit from 'p-limit';
import type { Database, Item } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { commit } from '../../kernel/db/write.ts';
import type { StoredEntry } from '../../events/history/history-entry.ts';
import {
  allEntryItems,
  deleteHistoryEntry,
  historyNoun,
  putHistoryEntry,
  type Subject,
} from '../../events/history/history-store.ts';

const WRITE_CONCURRENCY = 25;

/** An entry with the resource that it belongs to. */
export type SubjectEntry = StoredEntry & { subject: Subject };

/** Puts entries, each the same item however often this runs. */
export async function putEntries(database: Database, entries: readonly SubjectEntry[]): Promise<void> {
  const limit = pLimit(WRITE_CONCURRENCY);
  await Promise.all(
    entries.map(({ subject, ...entry }) => limit(() => commit(database, [putHistoryEntry(subject, entry)]))),
  );
}

/**
 * Deletes the histories of those things that no longer exist. A writer that runs this after its entries leaves none
 * behind: what exists here is deleted later, and that deletion comes here too.
 */
export async function endOfDeleted(database: Database, subjects: readonly Subject[]): Promise<void> {
  const limit = pLimit(WRITE_CONCURRENCY);
  for (const subject of await gone(database, subjects)) {
    const items = await allEntryItems(createReader(database), subject);
    await Promise.all(items.map((item) => limit(() => commit(database, [deleteHistoryEntry(item)]))));
  }
}

/** Returns the resources that do not exist. */
async function gone(database: Database, subjects: readonly Subject[]): Promise<Subject[]> {
  const items = await itemsOf(database, subjects);
  const unique = new Map(subjects.map((subject) => [subject.id, subject]));
  return [...unique.values()].filter(({ id }) => !items.has(id));
}

/** The items of those of the things that exist, by id. Strongly consistent. */
export async function itemsOf(
  database: Database,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, Item>> {
  const read = createReader(database);
  const keys = new Map(subjects.map(({ name, id }) => [id, historyNoun(name).item.key(id)]));
  const items = await Promise.all(
    [...keys].map(async ([id, key]) => {
      const item = await read.get(key);
      return item && ([id, item] as const);
    }),
  );
  return new Map(items.filter((found) => found !== undefined));
}
