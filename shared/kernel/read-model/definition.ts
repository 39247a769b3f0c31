import type { Reader } from '../core/database.ts';
import type { ChangeLog } from './change-log.ts';
import type { SqlValue } from './sqlite.ts';

/** A document of a read model: what can be searched of a resource, and what it can be filtered and sorted by. */
export interface IndexedDocument {
  id: string;
  /** What people call it by, such as `ENG-12`. */
  reference: string | null;
  title: string;
  /** Longer texts, such as a description. */
  body: string;
  /** By the names of the definition's columns. */
  columns: Readonly<Record<string, SqlValue>>;
  /** Values of which a document has several, by name, such as its labels. */
  tags: Readonly<Record<string, readonly string[]>>;
}

/** A step of the first build: some documents, and where the next step begins, unless it was the last. */
interface BuildStep {
  documents: IndexedDocument[];
  next: string | undefined;
  /** What was read to find them, such as stories that may have comments; the number of documents if left out. */
  read?: number;
}

/** One kind of read model; each of its owners (a team, a workspace) has one of its own. */
export interface ModelDefinition {
  /** Unique; part of the snapshot's key. */
  name: string;
  /** Changes with what documents contain, beyond their columns. */
  version: number;
  /** The columns of documents with SQLite's types. */
  columns: Readonly<Record<string, 'TEXT' | 'INTEGER' | 'REAL'>>;
  /** The columns of each index. */
  indexes: readonly (readonly string[])[];
  /** Reads documents for the first build, from a step's beginning on. */
  build(read: Reader, ownerId: string, from: string | undefined): Promise<BuildStep>;
  /** The log of events that shows what has changed; asked for once, before the first build. */
  logOf(read: Reader, ownerId: string): Promise<string>;
  /** Reads such logs. */
  changes: ChangeLog;
  /**
   * For how long, in milliseconds, what the first build reads may lag behind the log, beyond the moments by which each
   * index does: the changes of that time are applied again.
   */
  lagMs?: number;
  /** The changed resources that concern this model, as `<kind> <id>`, such as `story 0197…`. */
  kinds: readonly string[];
  /**
   * Reads the documents of resources as they are now; null for one that does not exist any more, or has moved to another
   * owner. Strongly consistent.
   */
  load(read: Reader, kind: string, ids: readonly string[], ownerId: string): Promise<LoadedDocument[]>;
}

/** A resource as it is now: its document, or null if it has none any more. */
interface LoadedDocument {
  id: string;
  document: IndexedDocument | null;
}
