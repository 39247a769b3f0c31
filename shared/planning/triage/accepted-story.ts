import type { Reader } from '../../kernel/core/database.ts';
import { getStatusReference } from '../../identity/status/status-store.ts';
import { hasEnded } from '../sprints/sprint-days.ts';
import { getSprintItem, toSprint } from '../sprints/sprint-store.ts';
import { autoSchedulingStatus } from '../story/story-rules.ts';
import { withoutGone } from '../story-references/without-gone.ts';
import type { Story } from '../story/story.ts';

/** A story as it leaves triage: without what was deleted while it waited, and without a sprint that has ended. */
export async function acceptedStory(read: Reader, story: Story, now: Date): Promise<Story> {
  const [rest, status, sprint] = await Promise.all([
    withoutGone(read, story),
    getStatusReference(read, story.statusId),
    story.sprintId === null ? undefined : getSprintItem(read, story.sprintId),
  ]);
  const accepted = sprint && hasEnded(toSprint(sprint), now) ? { ...rest, sprintId: null } : rest;
  const isCancelled = status?.category === 'cancelled';
  return { ...accepted, autoSchedulingStatus: isCancelled ? 'off' : autoSchedulingStatus(accepted) };
}
