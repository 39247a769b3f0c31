import type { ItemChange } from '../db/stream-record.ts';
import type { ItemKind } from '../db/table.ts';
import type { Database, Item, Key } from '../core/database.ts';

/**
 * A projection: derived data that follows table changes. The stream filter, the function's dispatch, the
 * handling of failed records and `plotline rebuild` are derived from the list in `shared/surface/workers/projections.ts`.
 * A change that it cannot process is treated alike for all: `handle`.
 */
export interface Projection {
  /** Unique, in kebab-case. Used in log lines, saved records and on the command line. */
  readonly name: string;
  /** The item kinds it follows. */
  readonly follows: readonly ItemKind[];
  /** Whether it follows only deletions. */
  readonly deletionsOnly: boolean;
  /**
   * Updates the derived data for a batch of at most CHANGES_AT_ONCE changes. It reads the current state,
   * so duplicate, late or unordered changes do no harm. Errors are either temporary (`isUnavailable`), in
   * which case the stream delivers again, or permanent, in which case each failing change is saved for
   * `plotline projections replay`.
   */
  handle(context: ProjectionContext, changes: readonly ItemChange[]): Promise<void>;
  /** How its derived data is made right again without the stream, by `plotline rebuild`. */
  readonly rebuild: Rebuild;
}

/** An item that a projection follows, or followed before it was deleted. */
export interface Lead {
  readonly key: Key;
  /** The attributes that `handle` reads of a deleted item. */
  readonly before?: Item;
}

/** A rebuild goes through all items of the table and has `handle` process again what they lead to. */
interface Rebuild {
  /** The followed items that this item is derived from or refers to; the item itself if the projection follows it. */
  readonly leads: (item: Item) => readonly Lead[];
  /** The changes whose derived data is not right; without this, all of them are handled. */
  readonly outdated?: (
    context: ProjectionContext,
    changes: readonly ItemChange[],
  ) => Promise<readonly ItemChange[]>;
  /** Corrects, at the end, what no single item shows to be wrong; returns the number of corrections. */
  readonly finish?: (context: ProjectionContext, workspaceId: string) => Promise<FinishedDeletion>;
}

export interface FinishedDeletion {
  corrected: number;
  /** The problems that could not be corrected; empty if there are none. */
  left: readonly string[];
}

export interface ProjectionContext {
  readonly database: Database;
  readonly now: Date;
  /**
   * Whether the changes come from the stream itself, which has those of one item in order: what happened to it since
   * comes later. Replays and rebuilds leave this out, and nothing may come after them.
   */
  readonly inOrder?: boolean;
  /** Whether the environment sends mail; true if left out. */
  readonly sendsMail?: boolean;
  /** The retention of audit entries; 400 days by default. */
  readonly auditRetentionMs?: number;
}

/** Number of changes per batch: each story uses several of a transaction's 100 writes (AWS limit). */
export const CHANGES_AT_ONCE = 25;

/** Whether an item is new, so that nothing can refer to it before its own later changes or those of what refers to it. */
export const isCreation = ({ inOrder }: ProjectionContext, { before, after }: ItemChange): boolean =>
  inOrder === true && before === undefined && after !== undefined && 'doc' in after;

export const concerns = ({ follows, deletionsOnly }: Projection, { key, after }: ItemChange): boolean =>
  (!deletionsOnly || after === undefined) && follows.some((kind) => kind.includes(key));
