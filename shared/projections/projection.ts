import type { ItemChange } from '../db/stream-record.ts';
import type { ItemKind } from '../db/table.ts';
import type { Database } from '../core/database.ts';

/**
 * What follows from changes of the table, as a value. The filter of the stream, the function's dispatch and what
 * happens to a record that fails derive from the list of these (`index.ts`).
 */
export interface Projection {
  /** Unique, in kebab-case: names it in log lines, in kept records and on the command line. */
  readonly name: string;
  /** The kinds of items whose changes it is handed. */
  readonly follows: readonly ItemKind[];
  /** Whether only deletions concern it; otherwise it is handed every change. */
  readonly deletionsOnly: boolean;
  /**
   * Brings what it keeps up to the present for a few changes of what it follows, at most CHANGE_CONCURRENCY. It looks
   * at things as they are, so that a change that comes twice, late or out of order does no harm. What it throws is
   * either temporary (`isUnavailable`), and the stream delivers the changes again; or not, and each change that
   * fails by itself is kept for `plotline projections replay`.
   */
  handle(context: ProjectionContext, changes: readonly ItemChange[]): Promise<void>;
}

export interface ProjectionContext {
  readonly database: Database;
  readonly now: Date;
}

/** How many changes a projection is handed at once: a story takes a few of a transaction's 100 writes (AWS limit). */
export const CHANGES_AT_ONCE = 25;

export const concerns = ({ follows, deletionsOnly }: Projection, { key, after }: ItemChange): boolean =>
  (!deletionsOnly || after === undefined) && follows.some((kind) => kind.includes(key));
