import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { memoize, name, uuid } from '../../kernel/core/schema.ts';
import { sentFieldValues } from '../story-parts/custom-field.ts';
import { recurrence, storyContent } from './recurring-story.ts';

const settable = memoize(() => ({
  name: name(),
  templateId: uuid().meta({ description: 'A story template of the team.' }),
  story: z
    .strictObject(z.object({ ...storyContent(), customFields: sentFieldValues() }).partial().shape)
    .meta({
      id: 'RecurringStoryContentRequest',
      description: 'What its stories have; wins over the template.',
    }),
  ...recurrence(),
  rule: recurrence().rule.meta({
    description:
      'A recurrence rule (RFC 5545) of days or longer, such as `FREQ=WEEKLY;BYDAY=MO` or `FREQ=MONTHLY;BYMONTHDAY=-1`.',
  }),
  startDate: recurrence().startDate.meta({
    description: 'The first day that the rule counts from; by default today.',
  }),
  endDate: recurrence().endDate.meta({ description: 'The last day on which a story can be made.' }),
  timeZone: recurrence().timeZone.meta({
    description:
      "Stories are made as their day begins there; by default in the zone of the team's sprint cadence, else in UTC.",
  }),
  paused: recurrence().paused.meta({
    description: 'Makes no stories; those of the time are not made later.',
  }),
}));

export const recurringStoryCreateSchema = memoize(() =>
  z
    .strictObject({
      teamId: uuid(),
      ...z.object(settable()).partial().shape,
      name: settable().name,
      rule: settable().rule,
      paused: settable().paused.optional().meta({ default: false }),
    })
    .meta({ id: 'CreateRecurringStoryRequest' }),
);

/** The update schema of a recurring story. */
export const recurringStoryPatch = definePatch('UpdateRecurringStoryRequest', {
  fields: settable,
  cleared: { templateId: null, story: {}, endDate: null },
});
