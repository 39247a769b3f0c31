import { keepOwnFile } from '../core/own-file.ts';
import { CommandError } from '../core/command-error.ts';
import { openSqlite } from '../core/sqlite.ts';
import { kindOf, withoutDerived, type KindName, type MirroredResource } from './kinds.ts';

/** The progress of a mirror. */
export interface SyncState {
  /** The service, workspace and member whose view is mirrored. */
  baseUrl: string;
  workspaceId: string;
  principalId: string;
  /** The cursor at which the feed continues. */
  cursor: string;
  /** While everything is listed: the teams, or the workspace for what belongs to none, that are left, of how many. */
  listing?: { left: string[]; total: number };
}

/** Increase it when what is below changes; a mirror of another version is created again. */
const FORMAT = 2;

/**
 * `owner` is the team, or the workspace for what belongs to none; comments and relations name their stories instead, key
 * results also their objective.
 */
const SCHEMA = `
  PRAGMA user_version = ${FORMAT};
  CREATE TABLE resource (
    kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, story TEXT, other TEXT, objective TEXT,
    version TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (kind, id)
  );
  CREATE INDEX of_owner ON resource (owner, kind, id);
  CREATE INDEX of_story ON resource (story) WHERE story IS NOT NULL;
  CREATE INDEX of_other ON resource (other) WHERE other IS NOT NULL;
  CREATE INDEX of_objective ON resource (objective) WHERE objective IS NOT NULL;
  CREATE TABLE state (json TEXT NOT NULL);
  CREATE TABLE unwritten (kind TEXT PRIMARY KEY);`;

/** Relations with a story that is not in the mirror, such as one whose event is about to come, are not shown. */
const SHOWN = `SELECT json FROM resource r WHERE kind = ? AND (kind <> 'relation' OR (
  EXISTS (SELECT 1 FROM resource s WHERE s.kind = 'story' AND s.id = r.story) AND
  EXISTS (SELECT 1 FROM resource s WHERE s.kind = 'story' AND s.id = r.other)))`;

/**
 * What a mirror contains, in an SQLite file, so that memory does not grow with it. Everything between two commits is one
 * transaction: a process that is killed in between continues from the last one.
 */
export function openStore(path: string) {
  keepOwnFile(path);
  const db = openSqlite(path);
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (error) {
    db.close();
    if (!/database is locked/.test((error as Error).message)) throw error;
    throw new CommandError('Another plotline sync is at work on this folder; stop it first.');
  }
  const { user_version: format } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (format !== FORMAT) {
    for (const table of ['resource', 'state', 'unwritten']) db.exec(`DROP TABLE IF EXISTS ${table}`);
    db.exec(SCHEMA);
  }
  const put = db.prepare(
    `INSERT INTO resource (kind, id, owner, story, other, objective, version, json) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, story = excluded.story, other = excluded.other,
       objective = excluded.objective, version = excluded.version, json = excluded.json
     WHERE excluded.version >= resource.version`,
  );
  const find = db.prepare('SELECT 1 FROM resource WHERE kind = ? AND id = ?');
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    /** Puts a resource, unless a later version is there: a list or the feed may show an older one. */
    put(kind: KindName, owner: string | null, shown: MirroredResource): boolean {
      const resource = withoutDerived(kind, shown);
      const { id, storyId, relatedStoryId, objectiveId, updatedAt } = resource;
      const { under } = kindOf(kind).mirror;
      const isBelow = under === 'story';
      const { changes } = put.run(
        kind,
        id,
        isBelow ? null : owner,
        isBelow ? text(storyId) : null,
        kind === 'relation' ? text(relatedStoryId) : null,
        under === 'objective' ? text(objectiveId) : null,
        text(updatedAt) ?? '',
        JSON.stringify(resource),
      );
      return changes > 0;
    },
    /** Deletes what a condition holds of; returns whether there was any. */
    remove(kind: KindName, condition: string, ...values: string[]): boolean {
      const { changes } = db
        .prepare(`DELETE FROM resource WHERE kind = ? AND (${condition})`)
        .run(kind, ...values);
      return changes > 0;
    },
    has: (kind: KindName, id: string): boolean => find.get(kind, id) !== undefined,
    /** The owners of the stored resources. */
    owners: (): string[] =>
      db
        .prepare('SELECT DISTINCT owner FROM resource WHERE owner IS NOT NULL')
        .all()
        .map(({ owner }) => String(owner)),
    /** Ids of resources of an owner, after one, in order. */
    ids: (kind: KindName, owner: string, after: string, limit: number): string[] =>
      db
        .prepare('SELECT id FROM resource WHERE owner = ? AND kind = ? AND id > ? ORDER BY id LIMIT ?')
        .all(owner, kind, after, limit)
        .map(({ id }) => String(id)),
    count: (kind?: KindName, owner?: string): number => {
      const { n } = db
        .prepare(
          'SELECT count(*) AS n FROM resource WHERE kind = coalesce(?, kind) AND (? IS NULL OR owner = ?)',
        )
        .get(kind ?? null, owner ?? null, owner ?? null) as { n: number };
      return n;
    },
    /** The lines of a file, one at a time. */
    *lines(kind: KindName): Generator<string> {
      for (const { json } of db.prepare(SHOWN).iterate(kind)) yield String(json);
    },
    readState(): SyncState | undefined {
      const row = db.prepare('SELECT json FROM state').get() as { json: string } | undefined;
      return row && (JSON.parse(row.json) as SyncState);
    },
    /** Kinds whose files are older than the store. */
    unwritten: (): KindName[] =>
      db
        .prepare('SELECT kind FROM unwritten')
        .all()
        .map(({ kind }) => kind as KindName),
    /** Sets a savepoint, to which later changes can be rolled back. */
    mark: (): void => db.exec('SAVEPOINT mark'),
    keep: (): void => db.exec('RELEASE mark'),
    undo: (): void => db.exec('ROLLBACK TO mark; RELEASE mark'),
    /** Ends the transaction, and notes how far the mirror has come and which files are to be written. */
    commit(state: SyncState, changed: Iterable<KindName>): void {
      db.exec('DELETE FROM state');
      db.prepare('INSERT INTO state VALUES (?)').run(JSON.stringify(state));
      for (const kind of changed) db.prepare('INSERT OR IGNORE INTO unwritten VALUES (?)').run(kind);
      db.exec('COMMIT; BEGIN IMMEDIATE');
    },
    /** Notes that the files of all kinds are as the store. */
    noteWritten(): void {
      db.exec('DELETE FROM unwritten; COMMIT; BEGIN IMMEDIATE');
    },
    /** Leaves out what was not committed. */
    close: (): void => db.close(),
  };
}

export type MirrorStore = ReturnType<typeof openStore>;
