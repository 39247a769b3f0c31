import { successOf, type ClientResponse } from '../import/api-client.ts';
import type { FeedEvent } from './apply-event.ts';
import type { MirroredResource } from './kinds.ts';
import type { SyncSource } from './reading.ts';

/** A page of the feed; the cursor is bound to it. */
const LIMIT = 'limit=100';

/**
 * A cursor that begins a moment ago, so that what is listed from now on is at most older than what it contains, and the ids
 * of the teams that it covers, first that of the workspace.
 */
export async function beginFeed({ client, path, workspaceId }: SyncSource) {
  const teamIds = async () =>
    (await client.list<MirroredResource>(`${path}/teams`)).map(({ id }) => id).sort();
  for (let before = await teamIds(); ;) {
    const cursor = resumeOf(await client.send('GET', `${path}/changes?${LIMIT}`));
    const after = await teamIds();
    if (after.join() === before.join()) return { cursor, owners: [workspaceId, ...after] };
    before = after;
  }
}

/** Reads a page from a cursor on, or says that the service no longer has what follows. */
export async function readFeed({ client, path }: SyncSource, cursor: string) {
  const answer = await client.send('GET', `${path}/changes?${LIMIT}&cursor=${encodeURIComponent(cursor)}`);
  if (answer.error?.code === 'cursor_expired') return 'expired';
  const events = successOf<FeedEvent[]>(answer, 'the changes');
  return { events, cursor: resumeOf(answer), more: answer.meta!.hasMore };
}

function resumeOf(answer: ClientResponse): string {
  successOf(answer, 'the changes');
  return answer.meta!.resumeCursor!;
}
