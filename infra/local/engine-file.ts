import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './start-error.ts';

/** DynamoDB streams keep a record for 24 hours. */
const KEEP_SECONDS = 24 * 60 * 60;

/** Throws StartError when the engine's data file (SQLite) is there and damaged. */
export function checkDataFile(file: string): void {
  if (!existsSync(file)) return;
  const damaged = (reason: string) =>
    new StartError(
      `The data file ${file} is damaged (${reason}); put back a copy of it, or move it away to start with an empty one.`,
    );
  let result: unknown;
  try {
    const database = new DatabaseSync(file);
    try {
      result = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    } finally {
      database.close();
    }
  } catch (error) {
    throw damaged((error as Error).message);
  }
  if (result !== 'ok') throw damaged(String(result));
}

/**
 * Keeps the engine's stream log from slowing every write: it finds the last sequence number by a scan
 * unless there is an index for it, and never trims. The newest record stays, since numbering goes on
 * from it. To be called while nobody writes.
 */
export function tuneStreamLog(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    database.exec(
      'CREATE INDEX IF NOT EXISTS plotline_stream_order ON _stream_records(table_name, CAST(sequence_number AS INTEGER))',
    );
    database
      .prepare(
        'DELETE FROM _stream_records WHERE created_at < ? AND id < (SELECT max(id) FROM _stream_records)',
      )
      .run(Math.floor(Date.now() / 1000) - KEEP_SECONDS);
  } finally {
    database.close();
  }
}
