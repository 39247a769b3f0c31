import { createHmac } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../core/command-error.ts';
import { openSqlite } from '../core/sqlite.ts';

/** Increase it when what is below changes. */
const FORMAT = 3;

const SCHEMA = `
  PRAGMA user_version = ${FORMAT};
  CREATE TABLE IF NOT EXISTS made (source TEXT PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, note TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS seal (source TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS omitted (
    kind TEXT, id TEXT, field TEXT, reason TEXT, PRIMARY KEY (kind, id, field)
  ) WITHOUT ROWID;`;

/** What the workspace has, and which of the notes of earlier runs are right about it. */
const CONFIRMATION = `
  CREATE TEMP TABLE seen (kind TEXT, id TEXT, mark TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID;
  CREATE TEMP TABLE confirmed (source TEXT PRIMARY KEY) WITHOUT ROWID;`;

/** What an export's resource or a part of it did not become, and why. */
export interface Omission {
  kind: string;
  id: string;
  /** The field that was left out; without one, the whole resource was. */
  field?: string;
  reason: string;
}

/** What became of a resource of an export. */
interface MadeResource {
  source: string;
  kind: string;
  id: string;
  note: string | null;
}

/**
 * What has been recreated, by the ids in the export: a file, so that a later run continues, and so that memory stays
 * small. A step that makes no resource has an id of its own. Each note is sealed with the key of this machine: what others
 * may have noted is not ours to change. Throws a CommandError for a file in use.
 */
export function openIdMap(file: string, key: Uint8Array) {
  const database = openDatabase(file);
  database.exec(CONFIRMATION);
  const isNew = database.prepare('SELECT 1 FROM made LIMIT 1').get() === undefined;
  const find = database.prepare('SELECT kind, id, note FROM made WHERE source = ?');
  const findSeal = database.prepare('SELECT bytes FROM seal WHERE source = ?');
  const get = database.prepare('SELECT id FROM made JOIN confirmed USING (source) WHERE source = ?');
  const see = database.prepare('INSERT OR REPLACE INTO seen (kind, id, mark) VALUES (?, ?, ?)');
  const markOf = database.prepare(
    'SELECT mark FROM made JOIN seen USING (id) WHERE source = ? AND seen.kind = ?',
  );
  const confirm = database.prepare('INSERT OR IGNORE INTO confirmed (source) VALUES (?)');
  const confirmKind = database.prepare(
    'INSERT OR IGNORE INTO confirmed (source) SELECT source FROM made JOIN seen USING (kind, id) WHERE kind = ?',
  );
  const add = database.prepare('INSERT OR REPLACE INTO made (source, kind, id, note) VALUES (?, ?, ?, ?)');
  const addSeal = database.prepare('INSERT OR REPLACE INTO seal (source, bytes) VALUES (?, ?)');
  const sealOf = (...facts: readonly unknown[]): Buffer =>
    createHmac('sha256', key).update(JSON.stringify(facts)).digest();
  const all = database.prepare('SELECT source, kind, id, note FROM made ORDER BY kind, source');
  const omit = database.prepare(
    'INSERT OR REPLACE INTO omitted (kind, id, field, reason) VALUES (?, ?, ?, ?)',
  );
  const keep = database.prepare('DELETE FROM omitted WHERE kind = ? AND id = ? AND field = ?');
  const omitted = database.prepare('SELECT kind, id, field, reason FROM omitted ORDER BY kind, id, field');
  return {
    /** Remembers what a resource that is made lacks, for the report of a later run. */
    omit: ({ kind, id, field, reason }: Omission & { field: string }): void =>
      void omit.run(kind, id, field, reason),
    /** Forgets that it lacks something, which it has got since. */
    keep: ({ kind, id, field = '' }: Omission): void => void keep.run(kind, id, field),
    omitted: () => omitted.all() as unknown as Omission[],
    /** Whether there are no notes of an earlier run. */
    isNew,
    /** Notes a resource of the workspace, and what marks it. */
    see: (kind: string, id: string, mark: string | null = null): void => void see.run(kind, id, mark),
    /** Believes what is noted of a resource, if it was seen and has one of these marks. */
    confirm(source: string, kind: string, marks: readonly string[]): void {
      const mark = markOf.get(source, kind)?.['mark'];
      if (marks.some((one) => one === mark)) confirm.run(source);
    },
    /** Believes what is noted of the resources of a kind that were seen. */
    confirmKind: (kind: string): void => void confirmKind.run(kind),
    /** The id of what was made of a resource in this run, or earlier and is confirmed; undefined for any other. */
    get: (source: string) => get.get(source)?.['id'] as string | undefined,
    /** The id that is noted, confirmed or not: only for a path below one that is. */
    noted: (source: string) => find.get(source)?.['id'] as string | undefined,
    noteOf: (source: string) => find.get(source)?.['note'] as string | null | undefined,
    has: (source: string): boolean => find.get(source) !== undefined,
    /** Whether an import of this machine has made it, or found it where `noteOf` says so: only such a thing is changed. */
    isOurs(source: string): boolean {
      const { kind, id, note } = find.get(source) ?? {};
      const seal = findSeal.get(source)?.['bytes'];
      return seal instanceof Uint8Array && sealOf(source, kind, id, note).equals(seal);
    },
    set(source: string, kind: string, id: string, note: string | null = null): void {
      add.run(source, kind, id, note);
      addSeal.run(source, sealOf(source, kind, id, note));
      confirm.run(source);
    },
    all: (): Iterable<MadeResource> => all.iterate() as Iterable<unknown> as Iterable<MadeResource>,
    close: (): void => database.close(),
  };
}

function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = openSqlite(file);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
    if (version !== FORMAT) database.exec(SCHEMA);
    return database;
  } catch (error) {
    database?.close();
    throw new CommandError(
      `${file} cannot be used (${(error as Error).message}); is another import running?`,
    );
  }
}

export type IdMap = ReturnType<typeof openIdMap>;
