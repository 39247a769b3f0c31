import type { Reader } from '../../kernel/core/database.ts';
import { getStatusCategories } from '../../identity/statuses/status-categories.ts';
import { isUnfinished, type BlockerCopy, type BlockingStory, type StoryRelation } from './story-relations.ts';
import { getStoryRelations } from './story-relations-store.ts';
import { getStoryItem, toStory } from './story-store.ts';

/** An unfinished story that blocks another, with its team. */
export interface Blocker {
  teamId: string;
  story: BlockingStory;
}

/**
 * Returns the unfinished blockers of a story: from its stored copies in one read, or with `fresh` in their current
 * state, with one more read.
 */
export async function readBlockers(
  read: Reader,
  storyId: string,
  { fresh }: { fresh: boolean },
): Promise<Blocker[]> {
  const stored = await getStoryRelations(read, storyId);
  const blocking = (stored?.relations ?? []).filter(({ type }) => type === 'blocked_by');
  const states = fresh
    ? await Promise.all(blocking.map((relation) => readState(read, relation)))
    : blocking.map(({ blocker }) => blocker);
  return blocking.flatMap(({ storyId: id, teamId }, position) => {
    const state = states[position];
    return state && isUnfinished(state.statusCategory) ? [{ teamId, story: { storyId, id, ...state } }] : [];
  });
}

/** The current state of a blocker; undefined if it has been deleted. */
async function readState(
  read: Reader,
  { storyId, blocker }: StoryRelation,
): Promise<BlockerCopy | undefined> {
  const item = await getStoryItem(read, storyId);
  if (!item) return undefined;
  const { reference, title, statusId } = toStory(item);
  if (blocker?.statusId === statusId)
    return { reference, title, statusId, statusCategory: blocker.statusCategory };
  const categories = await getStatusCategories(read, [statusId]);
  return { reference, title, statusId, statusCategory: categories.get(statusId)! };
}
