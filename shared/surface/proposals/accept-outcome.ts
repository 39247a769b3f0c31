import * as z from 'zod';
import { memoize, uuid } from '../../kernel/core/schema.ts';

const change = memoize(() => ({
  id: uuid().meta({ description: 'Of the change.' }),
  operation: z.string().meta({ description: 'What was called, or would be.' }),
  resource: z.string().meta({ description: 'The kind of what it changes, such as story.' }),
  resourceId: uuid().nullable().meta({ description: 'Its id.' }),
}));

/** What accepting a proposal did, or would do. */
export const acceptOutcomeSchema = memoize(() =>
  z
    .object({
      applied: z
        .array(
          z
            .object(change())
            .meta({ id: 'AppliedChange', description: 'A change that was made, or would be.' }),
        )
        .meta({ description: 'What was made, or would be, in order.' }),
      conflicts: z
        .array(
          z
            .object({
              ...change(),
              code: z.string().meta({ description: 'The error code of the operation.' }),
              message: z.string().meta({ description: 'What the operation said.' }),
            })
            .meta({ id: 'ProposalConflict', description: 'A change that was not made, and why.' }),
        )
        .meta({ description: 'What was not made, or would not be.' }),
      changeSetId: uuid().nullable().meta({
        description: 'The change set of what was applied, which can be reverted; null if nothing was.',
      }),
      dryRun: z
        .boolean()
        .meta({ description: 'Whether this is only what would be done: nothing was changed.' }),
    })
    .meta({ id: 'AcceptedProposal', description: 'What accepting a proposal did, or would do.' }),
);

export type AcceptOutcome = z.output<ReturnType<typeof acceptOutcomeSchema>>;
