import type { Item, Reader } from '../../kernel/core/database.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { isUnfinished } from '../story/story-relations.ts';
import { findChildKeys } from '../story/story-lookup-store.ts';
import { getStoryItem, storyIdOf, toStory } from '../story/story-store.ts';

/** Sub-stories that are read at once. */
const READ_AT_ONCE = 100;

/**
 * Whether all sub-stories of a story were completed or cancelled at an instant, or are now without one, and not all
 * cancelled. When a story was cancelled is not stored: it counts as cancelled before.
 */
export async function wereCompleted(
  read: Reader,
  parentId: string,
  at: string | undefined,
): Promise<boolean> {
  const isLater = (time: string | null) => at !== undefined && time !== null && time > at;
  // One that is deleted lets its sub-stories go.
  const parent = await getStoryItem(read, parentId);
  if (!parent || parent['closing'] === true) return false;
  let isAnyCompleted = false;
  for (let following: Item | undefined; ;) {
    const keys = await findChildKeys(read, parentId, READ_AT_ONCE, following);
    const items = await Promise.all(keys.map((key) => getStoryItem(read, storyIdOf(key))));
    const stories = items.flatMap((item) => (item ? [toStory(item)] : []));
    const children = stories.filter((story) => story.parentId === parentId && !isLater(story.createdAt));
    const categories = await getStatusCategories(
      read,
      children.map(({ statusId }) => statusId),
    );
    const own = children.map(({ statusId }) => categories.get(statusId)!);
    if (own.some(isUnfinished) || children.some(({ completedAt }) => isLater(completedAt))) return false;
    isAnyCompleted ||= own.includes('completed');
    following = keys.at(-1);
    if (keys.length < READ_AT_ONCE) return isAnyCompleted;
  }
}
