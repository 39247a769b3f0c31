import type { Caller } from '../../../kernel/core/caller.ts';
import type { Reader } from '../../../kernel/core/database.ts';
import type { Placement, ScheduledBlock } from '../placements/placement.ts';
import { getListedStoryItems, storyKeyOf, storyTeamOf, toStory } from '../../story/story-store.ts';

/** A block of a story's plan. */
export interface FoundBlock {
  placement: Placement;
  block: Placement['blocks'][number];
}

/** Shows blocks with the names of their stories; the story of a reason only if the caller can see it. */
export async function showBlocks(
  read: Reader,
  caller: Caller,
  found: readonly FoundBlock[],
): Promise<ScheduledBlock[]> {
  const ids = found.flatMap(({ placement, block }) => [placement.storyId, block.reasonStoryId ?? []].flat());
  const unique = [...new Set(ids)];
  const items = await getListedStoryItems(read, unique.map(storyKeyOf));
  const visible = new Map(
    items.flatMap((item, at) =>
      item && caller.teamIds.has(storyTeamOf(item)) ? [[unique[at]!, toStory(item)] as const] : [],
    ),
  );
  return found.flatMap(({ placement, block }): ScheduledBlock[] => {
    const story = visible.get(placement.storyId);
    if (!story) return [];
    const { reasonStoryId } = block;
    return [
      {
        storyId: story.id,
        reference: story.reference,
        title: story.title,
        assigneeId: placement.assigneeId,
        startDate: block.startDate,
        endDate: block.endDate,
        locked: placement.status === 'locked',
        reason: block.reason,
        reasonStoryId: reasonStoryId !== null && visible.has(reasonStoryId) ? reasonStoryId : null,
        slackMinutes: placement.slackMinutes,
      },
    ];
  });
}
