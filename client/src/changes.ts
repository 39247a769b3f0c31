import type { Plotline } from './client.ts';
import { continued } from './continued.ts';
import { delay } from './send.ts';
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

const POLL_MS = 5_000;

/**
 * Follows the feed of changes without an end. A page's cursor is saved once all of its changes have been taken and the next
 * is asked for, so that a reader that stops anywhere goes on where it was: each change comes at least once. Throws
 * CursorExpired where the saved position is too old, and a TypeError at once without a store of the cursor.
 */
export function followChanges(
  plotline: Pick<Plotline, 'call'>,
  input: Input<'listChanges'>,
  options: FollowOptions,
): AsyncGenerator<Change, void, undefined> {
  assertStore((options as Partial<FollowOptions> | undefined)?.cursor);
  return follow(plotline, input, options);
}

/** Programs in JavaScript can leave out what types require. */
function assertStore(store: Partial<CursorStore> | undefined): void {
  if (typeof store?.load === 'function' && typeof store.save === 'function') return;
  throw new TypeError(
    'followChanges needs `cursor`, an object with load() and save(cursor), which keeps the position in the feed: followChanges(plotline, { workspaceId }, { cursor }).',
  );
}

async function* follow(
  plotline: Pick<Plotline, 'call'>,
  input: Input<'listChanges'>,
  { cursor: store, pollMs = POLL_MS, signal }: FollowOptions,
): AsyncGenerator<Change, void, undefined> {
  let cursor = await store.load();
  for (;;) {
    const { data, meta } = await plotline.call(
      'listChanges',
      cursor === undefined ? input : continued(input, 'listChanges', cursor),
      signal && { signal },
    );
    yield* data;
    const next = meta.nextCursor ?? meta.resumeCursor;
    if (next != null && next !== cursor) await store.save((cursor = next));
    if (meta.nextCursor === null) await delay(pollMs, signal);
  }
}
