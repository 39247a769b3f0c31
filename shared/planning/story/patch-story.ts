import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { EstimateScheme } from '../../identity/team/team.ts';
import { endsClaim } from '../story-parts/claim.ts';
import { storyPatch, type UpdateStoryRequest } from './story-patch.ts';
import { isPlannable, labelOf, nextSchedulingStatus, type ResolvedReferences } from './story-rules.ts';
import type { Story } from './story.ts';

/**
 * Returns the story after an update. `scheme` is required if the update sets an estimate; `completedAt` is given where it
 * does not follow from the update, `rank` where the update places the story.
 */
export function patchStory(
  story: Story,
  update: UpdateStoryRequest,
  resolved: ResolvedReferences,
  {
    scheme,
    now,
    completedAt,
    rank,
  }: {
    scheme: EstimateScheme | undefined;
    now: Date;
    completedAt?: string | null;
    rank?: string | undefined;
  },
): Story {
  const next = storyPatch.apply(story, update);
  if (resolved.impliedObjectiveId) next.objectiveId = resolved.impliedObjectiveId;
  if (next.estimateValue === null) next.estimateLabel = null;
  else if (scheme) next.estimateLabel = labelOf(next.estimateValue, scheme);
  if (resolved.statusCategory && next.statusId !== story.statusId) {
    const completed = resolved.statusCategory === 'completed';
    next.completedAt = completed ? (story.completedAt ?? nextTimestamp(now, story.updatedAt)) : null;
  }
  if (rank !== undefined) next.rank = rank;
  if (completedAt !== undefined) next.completedAt = completedAt;
  const isNamed = update.autoSchedulingLocked !== undefined;
  // Someone else's plan has no place for it yet.
  if (!isNamed && next.assigneeId !== story.assigneeId) next.autoSchedulingLocked = false;
  const entered = next.statusId === story.statusId ? undefined : resolved.statusCategory;
  next.autoSchedulingStatus = nextSchedulingStatus(story, next, entered);
  if (!isNamed && !isPlannable(next)) next.autoSchedulingLocked = false;
  return nextVersion(story, next, now);
}

/** Returns the story after an update without its claim, if the update ends it. Throws a 409 if the claim forbids it. */
export function settleClaim(
  story: Story,
  patched: Story,
  update: UpdateStoryRequest,
  context: Parameters<typeof endsClaim>[3],
): Story {
  if (!endsClaim(story, patched, update, context)) return patched;
  return nextVersion(story, { ...patched, claim: null, updatedAt: story.updatedAt }, context.now);
}
