import * as z from 'zod';
import type { DescribedEvent } from '../../api/openapi/webhooks.ts';
import { storedCommentSchema } from '../../comments/comment.ts';
import { keyResultSchema } from '../../key-results/key-result.ts';
import { objectiveSchema } from '../../objectives/objective.ts';
import { sprintSchema } from '../../sprints/sprint.ts';
import { storySchema } from '../../stories/story.ts';
import { TEST_EVENT, webhookSchema, type EventSubject } from '../../webhooks/webhook.ts';

const commentSchema = storedCommentSchema.meta({
  id: 'CommentEvent',
  description: 'A comment as events show it, without the replies to it.',
});

const keyResultEventSchema = z
  .object({
    ...keyResultSchema.shape,
    objectiveName: keyResultSchema.shape.objectiveName
      .nullable()
      .meta({ description: 'Null where the objective was deleted with it.' }),
  })
  .meta({ id: 'KeyResultEvent', description: 'A key result as events show it.' });

/** What events of each subject show, with its name in words. */
const subjects: Record<EventSubject, [words: string, schema: z.ZodObject, componentId: string]> = {
  story: ['A story', storySchema, 'StoryChange'],
  comment: ['A comment', commentSchema, 'CommentChange'],
  sprint: ['A sprint', sprintSchema, 'SprintChange'],
  objective: ['An objective', objectiveSchema, 'ObjectiveChange'],
  key_result: ['A key result', keyResultEventSchema, 'KeyResultChange'],
};

/** Every kind of event with the schema of its data, for the API description. */
export const describedEvents: DescribedEvent[] = [
  ...Object.entries(subjects).flatMap(([subject, [words, schema, id]]): DescribedEvent[] => [
    {
      kind: `${subject}.created`,
      summary: `${words} was created`,
      description: 'The data is the new resource as the API shows it.',
      data: schema,
    },
    {
      kind: `${subject}.updated`,
      summary: `${words} was updated`,
      description:
        'The data is the resource as it is after the change, with what the change was. Changes can arrive in another order than they happened: go by updatedAt.',
      data: changed(schema, id),
    },
    {
      kind: `${subject}.deleted`,
      summary: `${words} was deleted`,
      description: 'The data is the resource as it was last; the timestamp is the time of the deletion.',
      data: schema,
    },
  ]),
  {
    kind: TEST_EVENT,
    summary: 'A test was asked for',
    description: 'Sent by testWebhook, whatever is subscribed. The data is the endpoint itself.',
    data: webhookSchema,
  },
];

function changed(schema: z.ZodObject, id: string): z.ZodType {
  return z
    .object({
      ...schema.shape,
      changedFields: z
        .array(z.string())
        .meta({ description: 'The fields that the change gave other values.' }),
      previous: z
        .record(z.string(), z.unknown())
        .meta({ description: 'What each of changedFields was before.' }),
    })
    .meta({ id, description: 'A resource as it is after a change, with what the change was.' });
}
