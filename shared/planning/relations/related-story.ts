import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { getStatusCategories } from '../../identity/statuses/status-categories.ts';
import { getStoryItem, storyTeamOf, toStory } from '../stories/story-store.ts';
import type { RelatedStory, StoryRelation } from '../stories/story-relations.ts';

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

/** A relation with the other story; null if the caller cannot see it. */
interface ShownRelation {
  relation: StoryRelation;
  relatedStory: RelatedStory | null;
}

/** Reads the other stories of relations; without those whose story has just been deleted, which end. */
export async function readRelatedStories(
  read: Reader,
  caller: Caller,
  relations: readonly StoryRelation[],
): Promise<ShownRelation[]> {
  const found = await Promise.all(relations.map(({ storyId }) => getStoryItem(read, storyId)));
  const existing = relations.flatMap((relation, position) => {
    const item = found[position];
    return item ? [{ relation, item }] : [];
  });
  const items = existing.map(({ item }) => item);
  const related = await toRelatedStories(read, caller, items);
  return existing.map(({ relation }, position) => ({ relation, relatedStory: related[position]! }));
}
