import type { AutoSchedulingStatus, Story } from './story.ts';

type SchedulingFields = Pick<
  Story,
  'autoSchedulingEnabled' | 'autoSchedulingLocked' | 'assigneeId' | 'estimatedDurationMinutes'
>;

/** Scheduling state of a story (docs/specification.md, "Values"); read-only for callers. */
export function autoSchedulingStatus(story: SchedulingFields): AutoSchedulingStatus {
  if (!story.autoSchedulingEnabled) return 'off';
  if (story.assigneeId === null) return 'needs_owner';
  if (story.estimatedDurationMinutes === null) return 'needs_time';
  return story.autoSchedulingLocked ? 'locked' : 'planning';
}
