import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { getStoryItem, storyTeamOf, toStory } from '../story/story-store.ts';
import type { RelatedStory, StoryRelation } from '../story/story-relations.ts';

/** Returns stories as relations show them, in order: null for one that the caller cannot see. */
export async function toRelatedStories(
  read: Reader,
  caller: Caller,
  items: readonly Item[],
): Promise<(RelatedStory | null)[]> {
  const isVisible = (item: Item): boolean => caller.teamIds.has(storyTeamOf(item));
  const shown = await describeStories(read, items.filter(isVisible));
  return items.map((item) => (isVisible(item) ? shown.shift()! : null));
}

/** Returns stories as relations store and show them, for any caller. */
export async function describeStories(read: Reader, items: readonly Item[]): Promise<RelatedStory[]> {
  const stories = items.map(toStory);
  const categories = await getStatusCategories(
    read,
    stories.map(({ statusId }) => statusId),
  );
  return stories.map(({ id, reference, title, statusId }) => ({
    id,
    reference,
    title,
    statusId,
    statusCategory: categories.get(statusId)!,
  }));
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
