import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../runner/start-error.ts';

/** DynamoDB streams retain records for 24 hours. */
const RETENTION_SECONDS = 24 * 60 * 60;

/** Throws a StartError if the engine's data file (SQLite) exists and is damaged. */
export function checkDataFile(file: string): void {
  if (!existsSync(file)) return;
  const damaged = (reason: string) =>
    new StartError(
      `The data file ${file} is damaged (${reason}); restore it from a copy, or move it away to start with an empty one.`,
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
 * Creates the engine's data file unless it exists, and lets this user alone read it: the engine would let all users of
 * the machine, and gives the files next to it the same mode.
 */
export function keepDataFileOwn(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const one of [file, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(one, { throwIfNoEntry: false });
    if (found && found.uid === process.getuid?.()) chmodSync(one, 0o600);
  }
}

/**
 * Creates an index on the engine's stream log: without it, the engine scans for the last sequence number on
 * every write. Call it while nothing is being written.
 */
export function indexStreamLog(file: string): void {
  withDatabase(file, (database) =>
    database.exec(
      'CREATE INDEX IF NOT EXISTS plotline_stream_order ON _stream_records(table_name, CAST(sequence_number AS INTEGER))',
    ),
  );
}

/**
 * Deletes a table's stream records that are older than the retention and whose sequence number is at most
 * `upTo`; the engine itself never trims. Keeps the newest record, because numbering continues from it.
 */
export function trimStreamLog(file: string, tableName: string, upTo: bigint): void {
  const before = Math.floor(Date.now() / 1000) - RETENTION_SECONDS;
  withDatabase(file, (database) =>
    database
      .prepare(
        `DELETE FROM _stream_records
         WHERE table_name = :tableName AND created_at < :before AND CAST(sequence_number AS INTEGER) <= :upTo
           AND CAST(sequence_number AS INTEGER) <
             (SELECT max(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = :tableName)`,
      )
      .run({ tableName, before, upTo }),
  );
}

type DataVersion = {
  /** A number that changes with every commit of the engine. */
  read: () => number;
  close: () => void;
};

/**
 * Detects writes since the last check within microseconds: SQLite compares a counter in shared memory.
 * https://sqlite.org/pragma.html#pragma_data_version
 */
export function openDataVersion(file: string): DataVersion {
  const database = new DatabaseSync(file, { readOnly: true });
  const statement = database.prepare('PRAGMA data_version');
  return {
    read: () => {
      try {
        return Number(statement.get()?.data_version);
      } catch {
        // Locked while a killed engine restarts: counts as changed, since NaN equals nothing.
        return NaN;
      }
    },
    close: () => database.close(),
  };
}

function withDatabase(file: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    work(database);
  } finally {
    database.close();
  }
}
