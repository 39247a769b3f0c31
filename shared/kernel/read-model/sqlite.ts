/**
 * What read models need of SQLite, with FTS5. If a Lambda runtime's Node lacked `node:sqlite`, SQLite's own build for
 * WebAssembly (`@sqlite.org/sqlite-wasm`) could replace it here; nothing else imports either.
 */
export interface Sqlite {
  /** Runs statements without parameters. */
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export type SqlValue = string | number | null;
type Row = Record<string, SqlValue>;

export interface Statement {
  run(...values: SqlValue[]): unknown;
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
}

/**
 * Opens a database file, creating it if it does not exist. Loaded when first needed: most requests never use it.
 * The calls are synchronous. Throws if the file is not a database.
 */
export async function openSqlite(file: string): Promise<Sqlite> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file);
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => database.prepare(sql) as Statement,
    close: () => database.close(),
  };
}
