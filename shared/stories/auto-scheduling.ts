import type { AutoSchedulingStatus, Story } from './story.ts';

type SchedulingFields = Pick<
  Story,
  'autoSchedulingEnabled' | 'autoSchedulingLocked' | 'assigneeId' | 'estimatedDurationMinutes'
>;

/** Where a story stands with the scheduler (docs/specification.md, "Values"); callers never set it. */
export function autoSchedulingStatus(story: SchedulingFields): AutoSchedulingStatus {
  if (!story.autoSchedulingEnabled) return 'off';
  if (story.assigneeId === null) return 'needs_owner';
  if (story.estimatedDurationMinutes === null) return 'needs_time';
  return story.autoSchedulingLocked ? 'locked' : 'planning';
}
