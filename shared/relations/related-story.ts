import type { Caller } from '../core/caller.ts';
import type { Item, Reader } from '../core/database.ts';
import { getStatusCategories } from '../statuses/status-categories.ts';
import { toStory, storyTeamOf } from '../stories/story-store.ts';
import type { RelatedStory } from '../stories/story-relations.ts';

/** Returns stories as relations show them, in order: null for one that the caller cannot see. */
export async function toRelatedStories(
  read: Reader,
  caller: Caller,
  items: readonly Item[],
): Promise<(RelatedStory | null)[]> {
  const stories = items.map((item) => (caller.teamIds.has(storyTeamOf(item)) ? toStory(item) : null));
  const categories = await getStatusCategories(
    read,
    stories.flatMap((story) => story?.statusId ?? []),
  );
  return stories.map((story) => {
    if (story === null) return null;
    const { id, reference, title, statusId } = story;
    return { id, reference, title, statusId, statusCategory: categories.get(statusId)! };
  });
}
