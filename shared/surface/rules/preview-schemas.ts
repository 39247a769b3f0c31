import * as z from 'zod';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { ruleCreateSchema } from '../../events/rules/rule.ts';

/** How many days of events a preview looks through that does not say. */
export const PREVIEW_DAYS_DEFAULT = 7;
const DAYS_MAX = 30;

const days = () =>
  z
    .int({ error: 'must be a whole number', abort: true })
    .min(1, { error: 'must be at least 1' })
    .max(DAYS_MAX, { error: `must be at most ${DAYS_MAX}` })
    .meta({ description: 'How many days of events to look through.' });

export const rulePreviewRequest = memoize(() =>
  z
    .strictObject({
      rule: ruleCreateSchema(),
      days: days().optional().meta({ default: PREVIEW_DAYS_DEFAULT }),
    })
    .meta({ id: 'PreviewRuleRequest' }),
);

export const storedRulePreviewRequest = memoize(() =>
  z
    .strictObject({ days: days().optional().meta({ default: PREVIEW_DAYS_DEFAULT }) })
    .meta({ id: 'PreviewStoredRuleRequest' }),
);

export const rulePreviewSchema = memoize(() =>
  z
    .object({
      events: z.int().meta({ description: 'Events of its kinds that were looked at.' }),
      matched: z.int().meta({ description: 'Those that it would have run for.' }),
      would: z
        .array(
          z
            .object({
              eventId: uuid().meta({ description: 'The event that it would have run for.' }),
              at: timestamp().meta({ description: 'When the event happened.' }),
              operation: z.string().meta({ description: 'The action.' }),
              resource: z.string(),
              id: uuid().nullable().meta({ description: 'Null for what would be created.' }),
              changes: z
                .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
                .meta({ description: 'The fields, each with its value now and what it would be.' }),
            })
            .meta({ id: 'RulePreviewEffect', description: 'What an action would have done, seen from now.' }),
        )
        .meta({ description: 'What its actions would have done.' }),
      wouldFail: z
        .array(
          z
            .object({
              eventId: uuid().meta({ description: 'The event that it would have run for.' }),
              code: z.string().meta({ description: 'Why, as runs have it.' }),
              message: z.string(),
            })
            .meta({ id: 'RulePreviewFailure', description: 'A run that would have failed.' }),
        )
        .meta({ description: 'The runs that would have failed.' }),
      truncated: z.boolean().meta({ description: 'Whether there are more events than were looked at.' }),
    })
    .meta({ id: 'RulePreview', description: 'What a rule would have done.' }),
);
