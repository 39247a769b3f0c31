import type { Item, Reader } from '../kernel/core/database.ts';
import { describeStories } from './relations/related-story.ts';
import type { RelatedStory } from './stories/story-relations.ts';
import { CHILDREN_MAX } from './stories/story-progress.ts';
import { findChildKeys, storyTeamOf, toStory } from './stories/story-store.ts';

/** The children of a story that members of these teams can see, the oldest first. Eventually consistent. */
export async function pageSubStoriesOf(
  read: Reader,
  storyId: string,
  teamIds: ReadonlySet<string>,
): Promise<RelatedStory[]> {
  const keys = await findChildKeys(read, storyId, CHILDREN_MAX);
  const items = await read.getMany(keys, ['doc', 'teamId']);
  const isShown = (item: Item | undefined): item is Item =>
    item !== undefined && teamIds.has(storyTeamOf(item)) && toStory(item).triage === null;
  return await describeStories(read, items.filter(isShown).toReversed());
}
