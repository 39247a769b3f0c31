import * as z from 'zod';
import { memoize, uuid } from '../../kernel/core/schema.ts';

const change = memoize(() => ({
  id: uuid().meta({ description: 'Of the change.' }),
  operation: z.string(),
  resource: z.string(),
  resourceId: uuid().nullable(),
}));

/** What accepting a proposal did, or would do. */
export const acceptOutcomeSchema = memoize(() =>
  z
    .object({
      applied: z.array(
        z.object(change()).meta({ id: 'AppliedChange', description: 'A change that was made, or would be.' }),
      ),
      conflicts: z.array(
        z
          .object({ ...change(), code: z.string(), message: z.string() })
          .meta({ id: 'ProposalConflict', description: 'A change that was not made, and why.' }),
      ),
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
