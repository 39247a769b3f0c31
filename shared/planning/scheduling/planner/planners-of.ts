import type { Reader } from '../../../kernel/core/database.ts';
import type { PlanOwner } from '../placements/placement-store.ts';
import { getStoryRelations } from '../../story/story-relations-store.ts';
import { isPlannable } from '../../story/story-rules.ts';
import { getStoryItem, toStory } from '../../story/story-store.ts';
import type { Story } from '../../story/story.ts';

/** The owner of the plan that contains a story. */
export const ownerOf = ({ workspaceId, assigneeId }: Story): PlanOwner => ({
  workspaceId,
  memberId: assigneeId!,
});

/** The members whose plans contain the stories. */
export async function plannersOf(read: Reader, storyIds: readonly string[]): Promise<PlanOwner[]> {
  const items = await Promise.all(storyIds.map((id) => getStoryItem(read, id)));
  return items.flatMap((item) => {
    const story = item && toStory(item);
    return story && isPlannable(story) ? [ownerOf(story)] : [];
  });
}

/** The members whose plans contain stories that a story blocks. */
export async function plannersAfter(read: Reader, storyId: string): Promise<PlanOwner[]> {
  const stored = await getStoryRelations(read, storyId);
  const blocked = (stored?.relations ?? []).filter(({ type }) => type === 'blocks');
  return await plannersOf(
    read,
    blocked.map((relation) => relation.storyId),
  );
}
