import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Ids in a temporary file: a workspace may have millions. */
export interface IdSet {
  /** Returns whether the id is new. */
  add(id: string): boolean;
  has(id: string): boolean;
  /** Deletes the file. */
  close(): void;
}

export function openIdSet(): IdSet {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-deletion-'));
  const file = new DatabaseSync(join(folder, 'ids'));
  // Nothing is lost with it but the time to find the ids again.
  file.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  file.exec('CREATE TABLE id (id TEXT PRIMARY KEY) WITHOUT ROWID');
  const add = file.prepare('INSERT OR IGNORE INTO id VALUES (?)');
  const has = file.prepare('SELECT 1 FROM id WHERE id = ?');
  return {
    add: (id) => Number(add.run(id).changes) === 1,
    has: (id) => has.get(id) !== undefined,
    close() {
      file.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
