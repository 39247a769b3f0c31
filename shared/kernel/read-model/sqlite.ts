import { closeSync, createReadStream, openSync } from 'node:fs';
import type { Readable } from 'node:stream';

/**
 * What read models need of SQLite, with FTS5. If a Lambda runtime's Node lacked `node:sqlite`, SQLite's own build for
 * WebAssembly (`@sqlite.org/sqlite-wasm`) could replace it here; nothing else imports either.
 */
export interface Sqlite {
  /** Runs statements without parameters. */
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  /** The bytes of its file, as of the last transaction. No other transaction may begin before they are read. */
  bytes(): Readable;
  close(): void;
}

export type SqlValue = string | number | null;
type Row = Record<string, SqlValue>;

export interface SqlStatement {
  run(...values: SqlValue[]): unknown;
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
}

/**
 * Opens a database file, creating it if it does not exist, and reads it on where its name is removed. Loaded when first
 * needed: most requests never use it. The calls are synchronous. Throws if the file is not a database.
 */
export async function openSqlite(file: string): Promise<Sqlite> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file);
  const fd = openSync(file, 'r');
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => database.prepare(sql) as SqlStatement,
    bytes: () => createReadStream(file, { fd, start: 0, autoClose: false, highWaterMark: READ_BYTES }),
    close: () => {
      database.close();
      closeSync(fd);
    },
  };
}

/** What is read of a file at a time, in bytes. */
const READ_BYTES = 1024 * 1024;
