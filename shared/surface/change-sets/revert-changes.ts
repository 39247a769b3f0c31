import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { revertOutcomeSchema, revertWishes, type RevertOutcome } from './revert-outcome.ts';

const request = memoize(() =>
  z
    .strictObject({
      actorId: uuid().meta({ description: 'A member or service account.' }),
      since: timestamp().meta({ description: 'Changes at or after this time.' }),
      before: timestamp().optional().meta({ description: 'Changes before this time.' }),
      teamId: uuid().optional(),
      ...revertWishes(),
    })
    .meta({ id: 'RevertChangesRequest' }),
);

export const revertChanges = operation({
  id: 'revertChanges',
  method: 'POST',
  path: `${WORKSPACE_PATH}/change-sets/revert`,
  tag: 'Changes',
  summary: 'Revert what an actor changed',
  description:
    'Reverts, like revertChangeSet, all that a member or service account changed since a time, in however many change sets: a whole night of an agent. One request reverts at most 500 resources; more answer 409.',
  // Each kind needs its own.
  scopes: [],
  teamRestricted: 'allowed',
  cost: 10,
  errors: ['not_found', 'conflict', 'team_required'],
  body: request,
  output: revertOutcomeSchema,
  handle: async ({ body: { dryRun, resourceIds, ...wanted }, ...call }) => {
    // Imported on demand: few requests of its function revert something.
    const { revertEvents, recordOf } = await import('./revert-events.ts');
    const { readActorEvents } = await import('../../events/change-sets/read-actor-events.ts');
    const outcome = await revertEvents(call, await readActorEvents(call, wanted), { dryRun, resourceIds });
    await call.commit([], recordOf(outcome));
    return outcome;
  },
  replay: async ({ resourceId }) => JSON.parse(resourceId) as RevertOutcome,
});
