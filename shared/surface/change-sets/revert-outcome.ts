import * as z from 'zod';
import { origin } from '../../kernel/core/origin.ts';
import { memoize, uniqueList, uuid } from '../../kernel/core/schema.ts';

/** The most resources that a request reverts itself, since each takes some reads and a write; a job reverts more. */
export const RESOURCES_MAX = 500;

/** What every reversal takes. */
export const revertWishes = () => ({
  dryRun: z.boolean().optional().meta({ description: 'Only says what would be reverted.', default: false }),
  resourceIds: uniqueList(uuid(), RESOURCES_MAX)
    .min(1, { error: 'must contain at least one id' })
    .optional()
    .meta({ description: 'Reverts only what was done to these.' }),
});

const named = () => ({ resource: z.string(), id: uuid() });
const ofStory = () => ({
  storyId: uuid().optional().meta({ description: 'The story of a comment, file, time entry or relation.' }),
});

/** What reverting a change set did, or would do. */
export const revertOutcomeSchema = memoize(() =>
  z
    .object({
      reverted: z.array(
        z
          .object({
            ...named(),
            fields: z
              .array(z.string())
              .meta({ description: 'Of an update: the fields with their former values.' }),
          })
          .meta({ id: 'RevertedResource', description: 'A resource that is as before, or would be.' }),
      ),
      conflicts: z.array(
        z
          .object({
            ...named(),
            ...ofStory(),
            field: z.string(),
            now: z.unknown(),
            origin: origin().optional(),
          })
          .meta({ id: 'RevertConflict', description: 'A field that was changed since, and is kept.' }),
      ),
      irreversible: z.array(
        z
          .object({ ...named(), ...ofStory(), reason: z.string() })
          .meta({ id: 'IrreversibleChange', description: 'A change that cannot be reverted, and why.' }),
      ),
      changeSetId: uuid().nullable().meta({
        description:
          'The change set of the reversal, which can be reverted too; null if nothing was changed.',
      }),
      dryRun: z
        .boolean()
        .meta({ description: 'Whether this is only what would be done: nothing was changed.' }),
    })
    .meta({ id: 'RevertedChangeSet', description: 'What reverting a change set did, or would do.' }),
);

export type RevertOutcome = z.output<ReturnType<typeof revertOutcomeSchema>>;

/** The outcome of a reversal before it begins. */
export const nothingReverted = (isDry: boolean): RevertOutcome => ({
  reverted: [],
  conflicts: [],
  irreversible: [],
  changeSetId: null,
  dryRun: isDry,
});
