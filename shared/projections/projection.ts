import type { ItemChange } from '../db/stream-record.ts';
import type { ItemKind } from '../db/table.ts';
import type { Database } from '../core/database.ts';

/**
 * A projection: derived data that follows table changes. The stream filter, the function's dispatch and the
 * handling of failed records are derived from the list in `index.ts`.
 */
export interface Projection {
  /** Unique, in kebab-case. Used in log lines, saved records and on the command line. */
  readonly name: string;
  /** The item kinds it follows. */
  readonly follows: readonly ItemKind[];
  /** Whether it follows only deletions. */
  readonly deletionsOnly: boolean;
  /**
   * Updates the derived data for a batch of at most CHANGE_CONCURRENCY changes. It reads the current state,
   * so duplicate, late or unordered changes do no harm. Errors are either temporary (`isUnavailable`), in
   * which case the stream delivers again, or permanent, in which case each failing change is saved for
   * `plotline projections replay`.
   */
  handle(context: ProjectionContext, changes: readonly ItemChange[]): Promise<void>;
}

export interface ProjectionContext {
  readonly database: Database;
  readonly now: Date;
}

/** Number of changes per batch: each story uses several of a transaction's 100 writes (AWS limit). */
export const CHANGES_AT_ONCE = 25;

export const concerns = ({ follows, deletionsOnly }: Projection, { key, after }: ItemChange): boolean =>
  (!deletionsOnly || after === undefined) && follows.some((kind) => kind.includes(key));
