import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CountedStory } from './ledger.ts';
import { noLine, type LedgerLine } from './ledger-store.ts';

/** A team's ledger as a recount read it, by story, in a temporary file: a team may have millions of stories. */
export interface LedgerSpool {
  /** Stores entries; those of stories that it has already are replaced. */
  put(entries: readonly (readonly [storyId: string, line: LedgerLine])[]): void;
  /** Stores stories without an entry, unless it has them already. */
  add(storyIds: readonly string[]): void;
  /** Up to `limit` entries, in the order of the stories' ids. */
  page(after: string, limit: number): [storyId: string, line: LedgerLine][];
  /** Number of stories. */
  size(): number;
  /** Deletes the file. */
  close(): void;
}

/** An empty spool, whose file lies in a temporary folder until it is closed. */
export function openLedgerSpool(): LedgerSpool {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-recount-'));
  const file = new DatabaseSync(join(folder, 'ledger'));
  // Nothing is lost with it but the time to read the ledger again.
  file.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  file.exec('CREATE TABLE line (id TEXT PRIMARY KEY, version INTEGER, counted TEXT) WITHOUT ROWID');
  const put = file.prepare('INSERT OR REPLACE INTO line VALUES (?, ?, ?)');
  const add = file.prepare('INSERT OR IGNORE INTO line VALUES (?, ?, ?)');
  const page = file.prepare('SELECT * FROM line WHERE id > ? ORDER BY id LIMIT ?');
  const size = file.prepare('SELECT count(*) AS size FROM line');
  return {
    put: (entries) =>
      entries.forEach(([id, { version, counted }]) => put.run(id, version, JSON.stringify(counted))),
    add: (ids) => ids.forEach((id) => add.run(id, noLine.version, JSON.stringify(noLine.counted))),
    page: (after, limit) =>
      page.all(after, limit).map(({ id, version, counted }) => {
        const line = {
          version: Number(version),
          counted: JSON.parse(String(counted)) as CountedStory | null,
        };
        return [String(id), line];
      }),
    size: () => Number(size.get()!['size']),
    close() {
      file.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
