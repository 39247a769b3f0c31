import * as z from 'zod';
import { plainDate, memoize, name, text, timestamp, uuid } from '../../kernel/core/schema.ts';
import { timeZone } from '../../kernel/core/time-zone.ts';
import { customFieldValues } from '../story-parts/custom-field.ts';
import { content } from '../story-templates/story-template.ts';

/** The most recurring stories of a team. */
export const RECURRING_STORIES_MAX = 50;

/** What its stories have, where it differs from the template. */
export const storyContent = memoize(() => {
  const { checklist: _, ...fields } = content();
  return { ...fields, assigneeId: uuid() };
});

const RULE_MAX_CHARACTERS = 300;

/** When its stories are made, as a request says it. */
export const recurrence = memoize(() => ({
  rule: text({ max: RULE_MAX_CHARACTERS }),
  startDate: plainDate(),
  endDate: plainDate(),
  timeZone: timeZone(),
  paused: z.boolean(),
}));

const failureSchema = memoize(() =>
  z
    .object({
      dueDate: plainDate(),
      message: z.string(),
    })
    .meta({ id: 'RecurringStoryFailure', description: 'Why no story was made.' }),
);

export const recurringStorySchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      teamId: uuid(),
      name: name(),
      templateId: uuid().nullable(),
      story: z
        .object({ ...storyContent(), customFields: customFieldValues() })
        .partial()
        .meta({ id: 'RecurringStoryContent', description: 'What its stories have; wins over the template.' }),
      ...recurrence(),
      endDate: plainDate().nullable(),
      nextDueDate: plainDate()
        .nullable()
        .meta({ description: 'When the next story is made; null if none is.' }),
      nextDueDates: z
        .array(plainDate())
        .meta({ description: 'The next five due dates, without those that were missed.' }),
      lastFailure: failureSchema().nullable(),
      createdBy: uuid().meta({ description: 'Who reports its stories.' }),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'RecurringStory', description: 'A story that is made again and again.' }),
);

export type RecurringStory = z.output<ReturnType<typeof recurringStorySchema>>;
