import pLimit from 'p-limit';
import type { Database } from '../../core/database.ts';
import { createReader } from '../../db/reader.ts';
import { commit } from '../../db/write.ts';
import type { StoredEntry } from '../../history/history-entry.ts';
import {
  allEntryItems,
  deleteEntry,
  kindsWithHistory,
  putEntry,
  type Subject,
} from '../../history/history-store.ts';

const WRITE_CONCURRENCY = 25;

/** An entry with the thing that it belongs to. */
export type SubjectEntry = StoredEntry & { subject: Subject };

/** Puts entries, each the same item however often this runs. */
export async function putEntries(database: Database, entries: readonly SubjectEntry[]): Promise<void> {
  const limit = pLimit(WRITE_CONCURRENCY);
  await Promise.all(
    entries.map(({ subject, ...entry }) => limit(() => commit(database, [putEntry(subject, entry)]))),
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
    await Promise.all(items.map((item) => limit(() => commit(database, [deleteEntry(item)]))));
  }
}

/** Those of the things that do not exist. Strongly consistent. */
export async function gone(database: Database, subjects: readonly Subject[]): Promise<Subject[]> {
  const read = createReader(database);
  const unique = [...new Map(subjects.map((subject) => [subject.id, subject])).values()];
  const items = await Promise.all(unique.map(({ name, id }) => read.get(kindsWithHistory[name].key(id))));
  return unique.filter((_, n) => items[n] === undefined);
}
