import * as z from 'zod';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';

/** What can be decided about a story in triage. */
export const triageDecisions = ['accept', 'decline', 'duplicate', 'snooze'] as const;

export const triageRequestSchema = memoize(() =>
  z
    .strictObject({
      decision: z.enum(triageDecisions),
      duplicateOf: uuid()
        .optional()
        .meta({ description: 'Only for a duplicate: the story that it repeats.' }),
      until: timestamp().optional().meta({ description: 'Only to snooze: when it is pending again.' }),
    })
    .meta({ id: 'TriageStoryRequest' }),
);

export type TriageRequest = z.output<ReturnType<typeof triageRequestSchema>>;

/** The field that each decision needs. */
const needs = { duplicate: 'duplicateOf', snooze: 'until' } as const;

/** Throws a 400 unless a decision has what it needs, and nothing else. */
export function assertFits(request: TriageRequest, now: Date): void {
  const { decision, until } = request;
  for (const [one, field] of Object.entries(needs)) {
    const isGiven = request[field] !== undefined;
    if (isGiven === (decision === one)) continue;
    const message = isGiven ? `is only for the decision ${one}` : `is required for the decision ${decision}`;
    throw invalidRequest([{ path: field, message, ...(isGiven ? {} : { code: 'required' }) }]);
  }
  if (until !== undefined && until <= now.toISOString())
    throw invalidRequest([{ path: 'until', message: 'must be in the future' }]);
}
