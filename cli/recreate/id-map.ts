import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../core/command-error.ts';

/** Increase it when what is below changes. */
const FORMAT = 1;

const SCHEMA = `
  PRAGMA user_version = ${FORMAT};
  CREATE TABLE made (source TEXT PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, note TEXT) WITHOUT ROWID;`;

/** What became of a resource of an export. */
interface MadeResource {
  source: string;
  kind: string;
  id: string;
  note: string | null;
}

/**
 * What has been recreated, by the ids in the export: a file, so that a later run continues, and so that memory stays
 * small. A step that makes no resource has an id of its own. Throws a CommandError for a file in use.
 */
export function openIdMap(file: string) {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
    if (version !== FORMAT) database.exec(SCHEMA);
  } catch (error) {
    database.close();
    throw new CommandError(
      `${file} cannot be used (${(error as Error).message}); is another import running?`,
    );
  }
  const find = database.prepare('SELECT id, note FROM made WHERE source = ?');
  const add = database.prepare('INSERT OR REPLACE INTO made (source, kind, id, note) VALUES (?, ?, ?, ?)');
  const all = database.prepare('SELECT source, kind, id, note FROM made ORDER BY kind, source');
  return {
    /** The id of what was made of a resource or step; undefined if it is not done. */
    get: (source: string) => find.get(source)?.['id'] as string | undefined,
    noteOf: (source: string) => find.get(source)?.['note'] as string | null | undefined,
    has: (source: string): boolean => find.get(source) !== undefined,
    set: (source: string, kind: string, id: string, note: string | null = null): void =>
      void add.run(source, kind, id, note),
    all: (): Iterable<MadeResource> => all.iterate() as Iterable<unknown> as Iterable<MadeResource>,
    close: (): void => database.close(),
  };
}

export type IdMap = ReturnType<typeof openIdMap>;
