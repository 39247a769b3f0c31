import { effectiveRole, type Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { accessEvent } from './access-event.ts';
import type { ReaderState } from './changes-cursor.ts';
import type { LogId } from '../../kernel/log/log-store.ts';
import { findPlaces } from '../../kernel/log/read-logs.ts';

interface Call {
  caller: Caller;
  read: Reader;
  now: Date;
  limit: number;
}

/**
 * The time before a team became visible from which its changes are read, in milliseconds, since lists may lag behind
 * them.
 */
const OVERLAP_MS = 5_000;

/**
 * Compares the reader's state with the caller's current rights. Returns the texts of the events for the difference and
 * the new state, or undefined if there is none. A changed role changes what is visible of every team, so the client
 * must discard all of it and fetch it again.
 */
export async function catchUpWithRights(
  { caller, read, now, limit }: Call,
  state: ReaderState,
  visible: readonly LogId[],
): Promise<{ bodies: string[]; state: ReaderState } | undefined> {
  const { workspaceId } = caller;
  const role = effectiveRole(caller);
  const places = new Map(state.places);
  const eventText = (type: 'access.granted' | 'access.revoked', log: LogId): string =>
    accessEvent({
      type,
      resource: log === workspaceId ? 'workspace' : 'team',
      id: log,
      workspaceId,
      teamId: log === workspaceId ? null : log,
      cause: `${caller.principalId} ${state.at}`,
      at: now,
    });
  const gone = [...places.keys()].filter((log) => state.role !== role || !visible.includes(log));
  if (gone.length > 0) {
    const some = gone.slice(0, limit);
    for (const log of some) places.delete(log);
    // The role that the reader knew counts until everything has been returned.
    const known = some.length < gone.length ? state.role : role;
    return {
      bodies: some.map((log) => eventText('access.revoked', log)),
      state: { ...state, role: known, places },
    };
  }
  const added = visible.filter((log) => !places.has(log)).slice(0, limit);
  if (added.length === 0) return undefined;
  for (const [log, place] of await findPlaces(read, added, now.getTime() - OVERLAP_MS))
    places.set(log, place);
  return {
    bodies: added.map((log) => eventText('access.granted', log)),
    state: { ...state, role, places },
  };
}
