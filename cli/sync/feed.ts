import { successOf, type Answer } from '../import/api-client.ts';
import type { FeedEvent } from './apply-event.ts';
import type { Resource } from './kinds.ts';
import type { Reading } from './reading.ts';

/** A page of the feed; the cursor is bound to it. */
const LIMIT = 'limit=100';

/**
 * A cursor that begins a moment ago, so that what is listed from now on is at most older than what it contains, and the ids
 * of the teams of which it tells, first that of the workspace.
 */
export async function beginFeed({ client, path, workspaceId }: Reading) {
  const teamIds = async () => (await client.list<Resource>(`${path}/teams`)).map(({ id }) => id).sort();
  for (let before = await teamIds(); ;) {
    const cursor = resumeOf(await client.send('GET', `${path}/changes?${LIMIT}`));
    const after = await teamIds();
    if (after.join() === before.join()) return { cursor, owners: [workspaceId, ...after] };
    before = after;
  }
}

/** Reads a page from a cursor on, or says that the service no longer has what follows. */
export async function readFeed({ client, path }: Reading, cursor: string) {
  const answer = await client.send('GET', `${path}/changes?${LIMIT}&cursor=${encodeURIComponent(cursor)}`);
  if (answer.error?.code === 'cursor_expired') return 'expired';
  const events = successOf<FeedEvent[]>(answer, 'the changes');
  return { events, cursor: resumeOf(answer), more: answer.meta!.hasMore };
}

function resumeOf(answer: Answer): string {
  successOf(answer, 'the changes');
  return answer.meta!.resumeCursor!;
}
