import { createHash } from 'node:crypto';
import { partsOf, signsOf, wordsOf, type Word } from '../words/words.ts';
import type { IndexedDocument, ModelDefinition } from './definition.ts';
import type { Sqlite, SqlStatement } from './sqlite.ts';

/** Changes with the tables below, with how texts are cut into words, and with the form of snapshots. */
const SCHEMA_VERSION = 6;

/** Memory for pages of one model in KiB; the rest stays in its file. */
const CACHE_KIB = 1_024;

const tables = ({ columns, indexes }: ModelDefinition): string => `
  CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE document (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    reference TEXT,
    title TEXT NOT NULL
    ${Object.entries(columns)
      .map(([name, type]) => `, "${name}" ${type}`)
      .join('')}
  );
  CREATE INDEX "by reference" ON document (reference);
  ${indexes
    .map(
      (names) =>
        `CREATE INDEX "by ${names.join(' ')}" ON document (${names.map((name) => `"${name}"`).join(', ')});`,
    )
    .join('\n')}
  CREATE TABLE tag (number INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (name, value, number)) WITHOUT ROWID;
  CREATE INDEX "tags of a document" ON tag (number);
  CREATE VIRTUAL TABLE words USING fts5 (title, body, parts, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M*'", prefix = '2 3');
  INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, 'row');
`;

/** What distinguishes a model's tables and contents from those of other versions of the code. */
export const versionOf = (definition: ModelDefinition): string =>
  createHash('sha256')
    .update(`${SCHEMA_VERSION} ${definition.version} ${tables(definition)}`)
    .digest('hex')
    .slice(0, 16);

/** A position of a model: how far its first build has come, and up to which entry of the log it is. */
interface ModelState {
  /** Where the next step of the first build begins; undefined before the first one, `done` after the last. */
  build: string | undefined;
  /** The log that it follows. */
  log: string;
  /** The number of the last entry of the log that the model contains. */
  entry: number;
  /** When the model was last known to contain all changes, in milliseconds since 1970, give or take an hour. */
  followedAt: number;
  /** When the last snapshot was written, in milliseconds since 1970; 0 if none was. */
  savedAt: number;
  /** What the first build has read so far: what a snapshot saves others. */
  read: number;
  /** What was read of the first build, and changes, since the last snapshot. */
  unsaved: number;
}

export const BUILT = 'done';

/** The read model of one owner: an SQLite database with a table of documents and a full-text index of their words. */
export class ReadModel {
  readonly definition: ModelDefinition;
  readonly database: Sqlite;
  readonly #statements = new Map<string, SqlStatement>();

  private constructor(definition: ModelDefinition, database: Sqlite) {
    this.definition = definition;
    this.database = database;
    // The file is a copy of what the table has: it may be lost, and no other process uses it.
    database.exec(
      `PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;
       PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KIB};`,
    );
  }

  /** A model without documents, in an empty database. */
  static create(definition: ModelDefinition, database: Sqlite, ownerId: string): ReadModel {
    const model = new ReadModel(definition, database);
    database.exec(`BEGIN; ${tables(definition)} COMMIT;`);
    model.#set('owner', ownerId);
    model.#set('version', versionOf(definition));
    return model;
  }

  /** The model in a database, or undefined if that contains another one, or one of another version of the code. */
  static open(definition: ModelDefinition, database: Sqlite, ownerId: string): ReadModel | undefined {
    const model = new ReadModel(definition, database);
    const fits = model.#get('owner') === ownerId && model.#get('version') === versionOf(definition);
    return fits ? model : undefined;
  }

  /** Whose documents it has: a team, or a workspace. */
  get ownerId(): string {
    return this.#get('owner')!;
  }

  get state(): ModelState {
    return {
      build: this.#get('build'),
      log: this.#get('log') ?? '',
      entry: Number(this.#get('entry') ?? 0),
      followedAt: Number(this.#get('followedAt') ?? 0),
      savedAt: Number(this.#get('savedAt') ?? 0),
      read: Number(this.#get('read') ?? 0),
      unsaved: Number(this.#get('unsaved') ?? 0),
    };
  }

  has(id: string): boolean {
    return this.statement('SELECT 1 AS found FROM document WHERE id = ?').get(id) !== undefined;
  }

  /** A prepared statement, which is compiled once. */
  statement(sql: string): SqlStatement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.database.prepare(sql);
      if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear();
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Puts documents in the place of earlier ones, removes others, and moves on; all or nothing. */
  apply(
    documents: readonly IndexedDocument[],
    removedIds: readonly string[],
    state: Partial<ModelState>,
  ): void {
    this.database.exec('BEGIN');
    try {
      for (const id of removedIds) this.#remove(id);
      for (const document of documents) this.#put(document);
      for (const [name, value] of Object.entries(state)) this.#set(name, String(value));
      this.database.exec('COMMIT');
    } catch (error) {
      this.database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Runs a query as if the model contained some further documents; it is as before afterwards. */
  withDocuments<T>(documents: readonly IndexedDocument[], query: () => T): T {
    if (documents.length === 0) return query();
    this.database.exec('BEGIN');
    try {
      for (const document of documents) this.#put(document);
      return query();
    } finally {
      this.database.exec('ROLLBACK');
    }
  }

  close(): void {
    this.#statements.clear();
    this.database.close();
  }

  #put({ id, reference, title, body, columns, tags }: IndexedDocument): void {
    this.#remove(id);
    const names = Object.keys(this.definition.columns);
    const places = names.map(() => ', ?').join('');
    const listed = names.map((name) => `, "${name}"`).join('');
    const { number } = this.statement(
      `INSERT INTO document (id, reference, title${listed}) VALUES (?, ?, ?${places}) RETURNING number`,
    ).get(id, reference, title, ...names.map((name) => columns[name] ?? null)) as { number: number };
    const parts = [
      ...wordsOf(reference ?? ''),
      ...partsOf(title),
      ...partsOf(body),
      ...signsOf(`${title}\n${body}`),
    ];
    this.statement('INSERT INTO words (rowid, title, body, parts) VALUES (?, ?, ?, ?)').run(
      number,
      terms(wordsOf(title)),
      terms(wordsOf(body)),
      terms(parts),
    );
    for (const [name, values] of Object.entries(tags)) {
      const insert = this.statement('INSERT OR IGNORE INTO tag (number, name, value) VALUES (?, ?, ?)');
      for (const value of values) insert.run(number, name, value);
    }
  }

  #remove(id: string): void {
    const found = this.statement('DELETE FROM document WHERE id = ? RETURNING number').get(id);
    if (!found) return;
    const number = found['number']!;
    this.statement('DELETE FROM words WHERE rowid = ?').run(number);
    this.statement('DELETE FROM tag WHERE number = ?').run(number);
  }

  #get(name: string): string | undefined {
    const row = this.statement('SELECT value FROM state WHERE name = ?').get(name);
    return row?.['value'] as string | undefined;
  }

  #set(name: string, value: string): void {
    this.statement('INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)').run(name, value);
  }
}

/** Compiled statements that a model keeps: filters can be combined in many ways. */
const STATEMENTS_MAX = 200;

/**
 * Occurrences of one word in one text that are indexed. A search goes through all of them for each word of a phrase: a text
 * of one word, thousands of times, would cost it seconds.
 */
const OCCURRENCES_MAX = 50;

/** The words of a text as they are indexed, each at most OCCURRENCES_MAX times. */
function terms(words: readonly Word[]): string {
  const counts = new Map<string, number>();
  const indexed = words.filter(({ term }) => {
    const count = (counts.get(term) ?? 0) + 1;
    counts.set(term, count);
    return count <= OCCURRENCES_MAX;
  });
  return indexed.map(({ term }) => term).join(' ');
}
