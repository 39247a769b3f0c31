import { invalidReference } from '../../kernel/core/errors.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { RelationType } from '../story/story-relations.ts';
import { getStoryRelations, type StoryRelations } from '../story/story-relations-store.ts';

/** The maximum numbers of stories and round trips in the search for a circle; beyond either, a relation is refused. */
const WALKED_MAX = 1_000;
const STEPS_MAX = 100;

type Side = Pick<StoryRelations, 'storyId' | 'relations'>;

/**
 * Throws a 400 if a story already waits for the one that it is to block, directly or through others. The walk
 * goes on from both ends, from the side with fewer stories at a time, and ends when either has no more: at once where
 * nothing is above the one or below the other. Each step is one read. A circle that a race has made is walked once.
 */
export async function assertNoCircle(read: Reader, blocker: Side, blocked: Side): Promise<void> {
  const above = walk(read, 'blocked_by', blocker);
  const below = walk(read, 'blocks', blocked);
  for (let steps = 0; ; steps++) {
    if ([...above.seen].some((id) => below.seen.has(id))) throw refused('would close a circle of blocks');
    const [shorter] = [below, above].sort(
      (one, other) => one.frontier.length - other.frontier.length || one.seen.size - other.seen.size,
    );
    if (shorter!.frontier.length === 0) return;
    if (steps === STEPS_MAX || above.seen.size + below.seen.size > WALKED_MAX) {
      throw refused(
        `belongs to a chain of stories that block each other which is too long to be looked through: more than ${STEPS_MAX / 2} stories one after another on both sides, or more than ${WALKED_MAX} in all`,
      );
    }
    await shorter!.step();
  }
}

/** A walk along one type of relation. */
function walk(read: Reader, type: RelationType, { storyId, relations }: Side) {
  const seen = new Set([storyId]);
  /** Those that are reached by relations and have not been seen before. */
  function reach(all: readonly Side['relations'][]): string[] {
    const next = all.flat().flatMap((relation) => (relation.type === type ? relation.storyId : []));
    const found = [...new Set(next)].filter((id) => !seen.has(id));
    for (const id of found) seen.add(id);
    return found;
  }
  const one = {
    seen,
    /** The stories reached last. */
    frontier: reach([relations]),
    async step(): Promise<void> {
      const found = await Promise.all(one.frontier.map((id) => getStoryRelations(read, id)));
      one.frontier = reach(found.map((story) => story?.relations ?? []));
    },
  };
  return one;
}

const refused = (message: string) => invalidReference([{ path: 'relatedStoryId', message }]);
