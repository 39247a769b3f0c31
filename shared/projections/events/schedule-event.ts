import { automation } from '../../kernel/core/actor.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import {
  eventBody,
  eventId,
  subjectIdOf,
  type FieldChange,
  type WebhookEvent,
} from '../../kernel/log/event.ts';
import { toPlacement } from '../../planning/scheduling/placements/placement-store.ts';
import type { Placement, StoryScheduleEvent } from '../../planning/scheduling/placements/placement.ts';
import { getStoryItem, toStory } from '../../planning/story/story-store.ts';
import { SCHEDULE_CHANGED } from '../../events/webhooks/webhook.ts';

/** The fields of a plan in an event. */
const planFields = ({ status, slackMinutes, blocks }: Placement) => ({
  status,
  startDate: blocks[0]?.startDate ?? null,
  endDate: blocks.at(-1)?.endDate ?? null,
  slackMinutes,
  blocks: blocks.map(({ startDate, endDate }) => ({ startDate, endDate })),
});

/** The event of a story that has moved in the plan of its assignee, or fits differently; else undefined. */
export async function scheduleEvent(
  { key, before, after, at }: ItemChange,
  read: Reader,
): Promise<WebhookEvent | undefined> {
  const [was, is] = [before && toPlacement(before), after && toPlacement(after)];
  // An unplanned placement produces no event; one that is taken out is covered by the event of its story.
  if (!is || is.status === 'planning') return undefined;
  const [from, to]: Record<string, unknown>[] = [was ? planFields(was) : {}, planFields(is)];
  const changes = Object.keys(to!).flatMap((field): FieldChange[] =>
    JSON.stringify(from![field]) === JSON.stringify(to![field])
      ? []
      : [{ field, from: from![field] ?? null, to: to![field] }],
  );
  // Slack alone moves with the due date, which the story's own event shows.
  if (changes.every(({ field }) => field === 'slackMinutes')) return undefined;
  const item = await getStoryItem(read, is.storyId);
  if (!item) return undefined;
  const { storyId, workspaceId, teamId, assigneeId, updatedAt: timestamp } = is;
  const { reference, title } = toStory(item);
  const data: StoryScheduleEvent = {
    storyId,
    workspaceId,
    teamId,
    reference,
    title,
    assigneeId,
    ...planFields(is),
    updatedAt: timestamp,
  };
  const id = eventId(`${key.pk} ${key.sk}`, timestamp, at);
  const type = SCHEDULE_CHANGED;
  const body = eventBody({ id, type, timestamp, workspaceId, teamId, actor: automation, data, changes });
  return { id, type, workspaceId, teamId, subjectId: subjectIdOf(data), body };
}
