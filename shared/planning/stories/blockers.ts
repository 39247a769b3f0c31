import type { Reader } from '../../kernel/core/database.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import {
  isUnfinished,
  type BlockerCopy,
  type BlockingStory,
  type StoryRelation,
} from '../story/story-relations.ts';
import { getStoryRelations } from '../story/story-relations-store.ts';
import { getStoryItem, toStory } from '../story/story-store.ts';

/** An unfinished story that blocks another, with its team. */
export interface Blocker {
  teamId: string;
  story: BlockingStory;
}

/**
 * Returns the unfinished stories that block one: as its copies show, in one read, or with `fresh` as they are now,
 * in one read more.
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
    : blocking.map(({ teamId, blocker }) => blocker && { teamId, ...blocker });
  return blocking.flatMap(({ storyId: id }, position) => {
    const state = states[position];
    if (!state || !isUnfinished(state.statusCategory)) return [];
    const { teamId, ...shown } = state;
    return [{ teamId, story: { storyId, id, ...shown } }];
  });
}

/** The current state of a blocker and its team; undefined if it has been deleted. */
async function readState(
  read: Reader,
  { storyId, blocker }: StoryRelation,
): Promise<(BlockerCopy & Pick<Blocker, 'teamId'>) | undefined> {
  const item = await getStoryItem(read, storyId);
  if (!item) return undefined;
  const { reference, title, statusId, teamId } = toStory(item);
  if (blocker?.statusId === statusId)
    return { teamId, reference, title, statusId, statusCategory: blocker.statusCategory };
  const categories = await getStatusCategories(read, [statusId]);
  return { teamId, reference, title, statusId, statusCategory: categories.get(statusId)! };
}
