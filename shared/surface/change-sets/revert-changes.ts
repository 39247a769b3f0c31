import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { acceptedSchema } from './revert-job.ts';
import { revertOutcomeSchema, revertWishes } from './revert-outcome.ts';

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
    'Reverts, like revertChangeSet, all that a member or service account changed since a time, in however many change sets: a whole night of an agent.',
  // Each kind needs its own.
  scopes: [],
  teamRestricted: 'allowed',
  cost: 10,
  errors: ['not_found', 'conflict', 'team_required'],
  body: request,
  output: revertOutcomeSchema,
  accepted: acceptedSchema,
  handle: async ({ body: { dryRun, resourceIds, ...source }, ...call }) => {
    // Imported on demand: few requests of its function revert something.
    const { revert } = await import('./revert.ts');
    return await revert(call, source, { dryRun, resourceIds });
  },
  replay: async (call) => await (await import('./revert-record.ts')).recordedAnswer(call),
});
