import type { Plotline } from './client.ts';
import type { Input, ItemOf } from './types.ts';
/** Where a reader keeps its position in the feed, in a file or a row of its database. */
export interface CursorStore {
    /** The cursor that was saved last; undefined before the first. */
    load(): string | undefined | Promise<string | undefined>;
    save(cursor: string): void | Promise<void>;
}
export interface FollowOptions {
    cursor: CursorStore;
    /** How long to wait when there is nothing new, in milliseconds; 5 seconds by default. */
    pollMs?: number;
    signal?: AbortSignal;
}
export type Change = ItemOf<'listChanges'>;
/**
 * Follows the feed of changes without an end. A page's cursor is saved once all of its changes have been taken and the next
 * is asked for, so that a reader that stops anywhere goes on where it was: each change comes at least once. Throws
 * CursorExpired where the saved position is too old, and a TypeError at once without a store of the cursor.
 */
export declare function followChanges(plotline: Pick<Plotline, 'call'>, input: Input<'listChanges'>, options: FollowOptions): AsyncGenerator<Change, void, undefined>;
