import type { FeedEvent } from './apply-event.ts';
import type { MirroredResource } from './kinds.ts';
import { listPart } from './list-part.ts';
import type { Mirror } from './mirror.ts';
import type { SyncState } from './mirror-store.ts';
import { OutOfSight, type SyncSource } from './reading.ts';

/**
 * Lists what is left, team by team; one that was listed before the process ended is not listed again. A team that is out of
 * sight stays left: the next page of the feed says that it is gone or, if the reader is back by then, nothing.
 */
export async function listWhatIsLeft(
  reading: SyncSource,
  mirror: Mirror,
  state: SyncState,
  say: (sentence: string) => void,
): Promise<SyncState> {
  const teams = await reading.client.list<MirroredResource>(`${reading.path}/teams`);
  const names = new Map(teams.map(({ id, name }) => [id, String(name)]));
  names.set(reading.workspaceId, 'the workspace');
  let current = state;
  for (const owner of state.listing!.left) {
    const { left, total } = current.listing!;
    say(`Listing ${names.get(owner) ?? 'a team'} (${total - left.length + 1} of ${total}).`);
    try {
      await mirror.atOnce(() => listPart(reading, mirror, owner));
    } catch (error) {
      if (error instanceof OutOfSight) continue;
      throw error;
    }
    current = withLeft(
      current,
      left.filter((one) => one !== owner),
    );
    mirror.save(current);
  }
  return current;
}

/** The state after events: what they brought into sight is listed, what went out of it is not to be. */
export function withoutReported(state: SyncState, events: readonly FeedEvent[]): SyncState {
  const reported = events.filter(({ type }) => type.startsWith('access.')).map(({ data }) => data.id);
  return state.listing
    ? withLeft(
        state,
        state.listing.left.filter((id) => !reported.includes(id)),
      )
    : state;
}

function withLeft({ listing, ...rest }: SyncState, left: string[]): SyncState {
  return left.length === 0 ? rest : { ...rest, listing: { left, total: listing!.total } };
}
