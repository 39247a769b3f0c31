import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../core/command-error.ts';
import { Interrupted, successOf, type Answer, type ApiClient } from '../import/api-client.ts';
import { applyEvent, type FeedEvent } from './apply-event.ts';
import { listPart } from './list-part.ts';
import { openMirror, type Mirror } from './mirror.ts';
import type { MirrorFolder } from './mirror-files.ts';
import { openStore, type MirrorStore, type SyncState } from './mirror-store.ts';
import { openReading, unreadable, type Reading } from './reading.ts';
import type { Resource } from './kinds.ts';

/** Time between two polls that find nothing, in milliseconds. */
const POLL_MS = 1_000;

/** While changes keep coming, files are written this often, and without any the cursor is, in milliseconds. */
const SAVE_MS = 2_000;
const SAVE_IDLE_MS = 60_000;

/** The pause after writing the files, as a multiple of how long writing took. */
const SAVE_PAUSE_FACTOR = 5;

/** A page of the feed; the cursor is bound to it. */
const LIMIT = 'limit=100';

interface SyncOptions {
  baseUrl: string;
  /** Whether to end once the mirror has caught up. */
  once: boolean;
  stopping: AbortSignal;
  /** Called with what is done, for people. */
  say: (sentence: string) => void;
}

/** Brings the mirror in a folder up to date and, unless `once`, keeps it so until it is stopped. */
export async function runSync(client: ApiClient, folder: MirrorFolder, options: SyncOptions): Promise<void> {
  const reading = await openReading(client);
  const store = openStore(folder.storePath);
  try {
    await followFeed(reading, { store, folder }, options);
  } finally {
    store.close();
  }
}

async function followFeed(
  first: Reading,
  { store, folder }: { store: MirrorStore; folder: MirrorFolder },
  { baseUrl, once, stopping, say }: SyncOptions,
): Promise<void> {
  const { client, workspaceId, principalId } = first;
  let reading = first;
  const missing = unreadable(reading);
  if (missing.length > 0) say(`The token cannot read ${missing.join(', ')}: these stay empty.`);
  const mirror = openMirror(store, folder, reading);
  let state = store.readState();
  if (state) assertSame(state, { baseUrl, workspaceId, principalId });
  const begin = async (): Promise<SyncState> => {
    const initial: SyncState = {
      baseUrl,
      workspaceId,
      principalId,
      cursor: await beginFeed(reading),
      listed: [],
    };
    mirror.touchAll();
    mirror.save(initial);
    return initial;
  };
  state ??= await begin();
  let caughtUp = false;
  let savedAt = performance.now();
  let saving = 0;
  while (!stopping.aborted) {
    if (state.listed) state = await listEverything(reading, mirror, state, say);
    const page = await readFeed(reading, state.cursor);
    if (page === 'expired') {
      say('The mirror is older than the changes that the service retains: all resources are listed again.');
      state = await begin();
      continue;
    }
    let isInSight = true;
    for (const event of page.events) {
      // Another role sees other things.
      if (event.type.startsWith('access.')) reading = await openReading(client);
      if (!(await applyEvent(reading, mirror, event))) isInSight = false;
    }
    // The same page again: by now the feed says that the team is out of sight, or it is back, and can be fetched.
    if (!isInSight) continue;
    state = { ...state, cursor: page.cursor };
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
    if (page.more) continue;
    if (!caughtUp) say(`Up to date: ${mirror.count()} resources.`);
    caughtUp = true;
    if (once) return;
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

/** Where the feed begins, a moment ago: what is listed from now on is at most older than what it contains. */
async function beginFeed({ client, path }: Reading): Promise<string> {
  return resumeOf(await client.send('GET', `${path}/changes?${LIMIT}`));
}

function resumeOf(answer: Answer): string {
  successOf(answer, 'the changes');
  return answer.meta!.resumeCursor!;
}

async function readFeed({ client, path }: Reading, cursor: string) {
  const answer = await client.send('GET', `${path}/changes?${LIMIT}&cursor=${encodeURIComponent(cursor)}`);
  if (answer.error?.code === 'cursor_expired') return 'expired';
  const events = successOf<FeedEvent[]>(answer, 'the changes');
  return { events, cursor: resumeOf(answer), more: answer.meta!.hasMore };
}

/** Lists team by team; one that was listed before the process ended is not listed again. */
async function listEverything(
  reading: Reading,
  mirror: Mirror,
  { listed = [], ...state }: SyncState,
  say: (sentence: string) => void,
): Promise<SyncState> {
  const { client, path, workspaceId } = reading;
  const teams = await client.list<Resource>(`${path}/teams`);
  const names = new Map<string, unknown>([
    [workspaceId, 'the workspace'],
    ...teams.map(({ id, name }) => [id, name] as const),
  ]);
  const done = [...listed];
  for (const [owner, name] of names) {
    if (done.includes(owner)) continue;
    say(`Listing ${String(name)} (${done.length + 1} of ${names.size}).`);
    await listPart(reading, mirror, owner);
    done.push(owner);
    mirror.save({ ...state, listed: done });
  }
  mirror.retain([...names.keys()]);
  mirror.save(state);
  return state;
}
