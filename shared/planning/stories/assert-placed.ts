import { invalidRequest } from '../../kernel/core/errors.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { getPlacement } from '../scheduling/placements/placement-store.ts';
import { isPlannable } from '../story/story-rules.ts';
import type { Story } from '../story/story.ts';

/** Throws a 400 for locking a story that is not in its assignee's plan. */
export async function assertPlaced(read: Reader, story: Story): Promise<void> {
  const { id, workspaceId, assigneeId } = story;
  const isPlanned = assigneeId !== null && isPlannable(story);
  const placement = isPlanned
    ? await getPlacement(read, { workspaceId, memberId: assigneeId }, id)
    : undefined;
  if (placement && placement.blocks.length > 0) return;
  throw invalidRequest(
    [{ path: 'autoSchedulingLocked', message: 'requires that the story has been scheduled' }],
    'Enable scheduling with an assignee and a duration, and lock the story once its autoSchedulingStatus is scheduled.',
  );
}
