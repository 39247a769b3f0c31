import * as z from 'zod';
import type { DescribedEvent } from '../../api/openapi/webhooks.ts';
import { storedCommentSchema } from '../../comments/comment.ts';
import { feedbackCommentSchema } from '../../feedback/feedback-comment.ts';
import { accessDataSchema, accessKinds } from '../../log/access-event.ts';
import { itemSchema } from '../../feedback/item.ts';
import { keyResultSchema } from '../../key-results/key-result.ts';
import { labelSchema } from '../../labels/label.ts';
import { memberSchema } from '../../members/member.ts';
import { objectiveSchema } from '../../objectives/objective.ts';
import { portalSchema } from '../../portals/portal.ts';
import { storyScheduleEventSchema } from '../../placements/placement.ts';
import { relationSchema } from '../../relations/relation.ts';
import { sprintSchema } from '../../sprints/sprint.ts';
import { statusSchema } from '../../statuses/status.ts';
import { storySchema } from '../../stories/story.ts';
import { teamSchema } from '../../teams/team.ts';
import { updateSchema } from '../../updates/update.ts';
import {
  FORECAST_CHANGED,
  SCHEDULE_CHANGED,
  TEST_EVENT,
  webhookSchema,
  type EventSubject,
} from '../../webhooks/webhook.ts';

const commentSchema = storedCommentSchema().meta({
  id: 'CommentEvent',
  description: 'A comment as shown in events, without its replies.',
});

const keyResultEventSchema = z
  .object({
    ...keyResultSchema().shape,
    objectiveName: keyResultSchema()
      .shape.objectiveName.nullable()
      .meta({ description: 'Null if the objective was deleted with it.' }),
  })
  .meta({ id: 'KeyResultEvent', description: 'A key result as shown in events.' });

const relationEventSchema = z
  .object({ ...relationSchema().shape, updatedAt: relationSchema().shape.createdAt })
  .meta({
    id: 'RelationEvent',
    description:
      'A relation as shown in events: from the point of view of the story of storyId, always without relatedStory.',
  });

/** The data of each subject's events, and the subject's name. */
const subjects: Record<EventSubject, [words: string, schema: z.ZodObject]> = {
  story: ['A story', storySchema()],
  comment: ['A comment', commentSchema],
  relation: ['A relation', relationEventSchema],
  sprint: ['A sprint', sprintSchema()],
  objective: ['An objective', objectiveSchema()],
  key_result: ['A key result', keyResultEventSchema],
  label: ['A label', labelSchema()],
  status: ['A status', statusSchema()],
  team: ['A team', teamSchema()],
  member: ['A member', memberSchema()],
  feedback_item: ['A feedback item', itemSchema()],
  feedback_comment: ['A comment on a feedback item', feedbackCommentSchema()],
  feedback_update: ["An update on a portal's changelog", updateSchema()],
  portal: ['A feedback portal', portalSchema()],
};

/** Every event type with the schema of its data, for the OpenAPI document. */
export const describedEvents: DescribedEvent[] = [
  ...Object.entries(subjects).flatMap(([subject, [words, schema]]): DescribedEvent[] => [
    {
      kind: `${subject}.created`,
      summary: `${words} was created`,
      description: 'The data is the new resource as the API returns it.',
      data: schema,
    },
    {
      kind: `${subject}.updated`,
      summary: `${words} was updated`,
      description:
        'The data is the resource after the change, and changes names the fields that changed. Updates can arrive out of order: compare updatedAt.',
      data: schema,
      changes: true,
    },
    {
      kind: `${subject}.deleted`,
      summary: `${words} was deleted`,
      description: 'The data is the last state of the resource; the timestamp is the time of the deletion.',
      data: schema,
    },
  ]),
  {
    kind: FORECAST_CHANGED,
    summary: "An objective's forecast crossed its target date",
    description:
      'Sent when the 85th percentile of the forecast moves beyond the target date, and when it comes back. The data is the objective; changes has its scheduleStatus. The objective itself has not changed, so updatedAt has not either.',
    data: objectiveSchema(),
    changes: true,
  },
  {
    kind: SCHEDULE_CHANGED,
    summary: 'A story was scheduled, or moved in the schedule',
    description:
      'Sent when a story moves in the plan of its assignee, or fits differently. The story itself has not changed, so its updatedAt has not either.',
    data: storyScheduleEventSchema(),
    changes: true,
  },
  {
    kind: TEST_EVENT,
    summary: 'A test event was requested',
    description: 'Sent by testWebhook, regardless of subscriptions. The data is the endpoint.',
    data: webhookSchema(),
    isInFeed: false,
  },
  ...accessKinds.map((kind): DescribedEvent => ({
    kind,
    summary: kind === 'access.granted' ? 'Something came into sight' : 'Something went out of sight',
    description: 'Only in the changes feed.',
    data: accessDataSchema(),
    isSent: false,
  })),
];
