import { invalidReference } from '../core/errors.ts';
import type { Reader } from '../core/database.ts';
import type { RelationType } from '../stories/story-relations.ts';
import { getStoryRelations } from '../stories/story-relations-store.ts';

/** The most stories walked to find a circle; beyond, a relation is refused. */
const WALKED_MAX = 1_000;

/**
 * Throws a 400 if a story already waits for the one that it is to block, directly or through others. The walk
 * goes on from both ends, from the side with fewer stories at a time, and ends when either has no more; each step
 * is one read. A circle that a race has made is walked once.
 */
export async function assertNoCircle(read: Reader, blockerId: string, blockedId: string): Promise<void> {
  const above = walk(read, 'blocked_by', blockerId);
  const below = walk(read, 'blocks', blockedId);
  for (;;) {
    if ([...above.seen].some((id) => below.seen.has(id))) throw refused('would close a circle of blocks');
    const [shorter] = [above, below].sort((one, other) => one.frontier.length - other.frontier.length);
    if (shorter!.frontier.length === 0) return;
    if (above.seen.size + below.seen.size > WALKED_MAX) {
      throw refused(`belongs to a chain of more than ${WALKED_MAX} stories that block each other`);
    }
    await shorter!.step();
  }
}

/** A walk along one type of relation. */
function walk(read: Reader, type: RelationType, from: string) {
  const one = {
    seen: new Set([from]),
    /** The stories reached last. */
    frontier: [from],
    async step(): Promise<void> {
      const found = await Promise.all(one.frontier.map((id) => getStoryRelations(read, id)));
      const next = found
        .flatMap((story) => story?.relations ?? [])
        .flatMap((relation) => (relation.type === type ? relation.storyId : []));
      one.frontier = [...new Set(next)].filter((id) => !one.seen.has(id));
      for (const id of one.frontier) one.seen.add(id);
    },
  };
  return one;
}

const refused = (message: string) => invalidReference([{ path: 'relatedStoryId', message }]);
