import type { Item, Reader } from '../../kernel/core/database.ts';
import { describeStories } from '../relations/related-story.ts';
import type { RelatedStory } from '../story/story-relations.ts';
import { CHILDREN_MAX } from '../story/story-progress.ts';
import { findChildKeys } from '../story/story-lookup-store.ts';
import { storyIndexes, storyPartitions, storyTeamOf, toStory } from '../story/story-store.ts';

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

/** The most stories of a status that are counted: a thousand take 15 read units. */
const COUNTED_MAX = 1_000;

/** How many stories a status has, and whether there are more than are counted. Eventually consistent. */
export async function pageCountOf(
  read: Reader,
  statusId: string,
): Promise<{ count: number; isMore: boolean }> {
  const partition = storyPartitions.status(statusId);
  const count = await read.count({ index: storyIndexes.status, partition, limit: COUNTED_MAX + 1 });
  return { count: Math.min(count, COUNTED_MAX), isMore: count > COUNTED_MAX };
}
