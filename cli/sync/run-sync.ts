import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../core/command-error.ts';
import { Interrupted, type ApiClient } from '../import/api-client.ts';
import { applyEvent } from './apply-event.ts';
import { beginFeed, readFeed } from './feed.ts';
import { listWhatIsLeft, withoutReported } from './first-listing.ts';
import { openMirror } from './mirror.ts';
import type { MirrorFolder } from './mirror-files.ts';
import { openStore, type MirrorStore, type SyncState } from './mirror-store.ts';
import { openReading, OutOfSight, unreadable, type SyncSource } from './reading.ts';

/** Time between two polls that find nothing, in milliseconds. */
const POLL_MS = 1_000;

/** While changes keep coming, files are written this often, and without any the cursor is, in milliseconds. */
const SAVE_MS = 2_000;
const SAVE_IDLE_MS = 60_000;

/** The pause after writing the files, as a multiple of how long writing took. */
const SAVE_PAUSE_FACTOR = 5;

interface SyncOptions {
  baseUrl: string;
  /** Whether to end once the mirror has caught up. */
  once: boolean;
  stopping: AbortSignal;
  /** Called with what is done, for people. */
  say: (sentence: string) => void;
}

/**
 * Updates the mirror in a folder and, unless `once`, continues to update it until it is stopped. Returns how many resources
 * it has.
 */
export async function runSync(
  client: ApiClient,
  folder: MirrorFolder,
  options: SyncOptions,
): Promise<number> {
  const reading = await openReading(client);
  const store = openStore(folder.storePath);
  try {
    return await followFeed(reading, { store, folder }, options);
  } finally {
    store.close();
  }
}

async function followFeed(
  first: SyncSource,
  { store, folder }: { store: MirrorStore; folder: MirrorFolder },
  { baseUrl, once, stopping, say }: SyncOptions,
): Promise<number> {
  const { client, workspaceId, principalId } = first;
  let reading = first;
  const missing = unreadable(reading);
  if (missing.length > 0) say(`The token cannot read ${missing.join(', ')}: these stay empty.`);
  const mirror = openMirror(store, folder, reading);
  let state = store.readState();
  if (state) assertSame(state, { baseUrl, workspaceId, principalId });
  const begin = async (): Promise<SyncState> => {
    const { cursor, owners } = await beginFeed(reading);
    // The role that the cursor knows, or a later one, which the feed has.
    reading = await openReading(client);
    const listing = { left: owners, total: owners.length };
    const initial: SyncState = { baseUrl, workspaceId, principalId, cursor, listing };
    mirror.retain(owners);
    mirror.touchAll();
    mirror.save(initial);
    return initial;
  };
  state ??= await begin();
  let caughtUp = false;
  let savedAt = performance.now();
  let saving = 0;
  while (!stopping.aborted) {
    if (state.listing) state = await listWhatIsLeft(reading, mirror, state, say);
    const page = await readFeed(reading, state.cursor);
    if (page === 'expired') {
      say('The mirror is older than the changes that the service retains: all resources are listed again.');
      state = await begin();
      continue;
    }
    try {
      await mirror.atOnce(async () => {
        for (const event of page.events) {
          // Another role sees other things.
          if (event.type.startsWith('access.')) reading = await openReading(client);
          await applyEvent(reading, mirror, event);
        }
      });
    } catch (error) {
      // The same page again: by now the feed says that the team is out of sight, or it is back, and can be fetched.
      if (error instanceof OutOfSight) continue;
      throw error;
    }
    state = withoutReported({ ...state, cursor: page.cursor }, page.events);
    const begun = performance.now();
    const waited = begun - savedAt;
    // Large files take long to write: they are written less often, so that most of the time is left for reading.
    const isPauseOver = waited >= SAVE_PAUSE_FACTOR * saving;
    const isDue = waited > (mirror.hasChanged() ? SAVE_MS : SAVE_IDLE_MS);
    if ((isPauseOver && (isDue || (!page.more && mirror.hasChanged()))) || (once && !page.more)) {
      mirror.save(state);
      savedAt = performance.now();
      saving = savedAt - begun;
    }
    if (page.more || state.listing) continue;
    if (!caughtUp) say(`Up to date: ${mirror.count()} resources.`);
    caughtUp = true;
    if (once) return mirror.count();
    await delay(POLL_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
  throw new Interrupted();
}

function assertSame(state: SyncState, now: Pick<SyncState, 'baseUrl' | 'workspaceId' | 'principalId'>): void {
  if (state.workspaceId !== now.workspaceId || state.baseUrl !== now.baseUrl) {
    throw new CommandError(
      `The folder mirrors the workspace ${state.workspaceId} of ${state.baseUrl}; use another folder.`,
    );
  }
  if (state.principalId !== now.principalId) {
    throw new CommandError(
      'The folder mirrors what another member sees; use another folder, or their token.',
    );
  }
}
