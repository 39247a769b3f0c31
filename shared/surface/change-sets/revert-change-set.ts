import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { acceptedSchema } from './revert-job.ts';
import { revertOutcomeSchema, revertWishes } from './revert-outcome.ts';
import { CHANGE_SET_PATH } from '../../events/change-sets/get-change-set.ts';

const request = memoize(() => z.strictObject(revertWishes()).meta({ id: 'RevertChangeSetRequest' }));

export const revertChangeSet = operation({
  id: 'revertChangeSet',
  method: 'POST',
  path: `${CHANGE_SET_PATH}/revert`,
  tag: 'Changes',
  summary: 'Revert a change set',
  description:
    'Gives fields their former values, deletes what was created, or archives labels, custom fields and statuses, and restores deleted stories, comments and relations, by the ordinary operations and with the rights of the caller. What was changed since is kept and listed in conflicts, what cannot be reverted in irreversible. The reversal is a change set of its own. One that takes longer than its request, or has more than 500 resources, goes on in a job: 202 with its id, for getJob. A dry run changes nothing.',
  // Each kind needs its own.
  scopes: [],
  teamRestricted: 'allowed',
  cost: 10,
  errors: ['not_found', 'conflict'],
  params: { changeSetId: uuid() },
  body: request,
  output: revertOutcomeSchema,
  accepted: acceptedSchema,
  handle: async ({ path, body, ...call }) => {
    // Imported on demand: few requests of its function revert something.
    const { revert } = await import('./revert.ts');
    return await revert(call, { changeSetId: path.changeSetId }, body);
  },
  replay: async (call) => await (await import('./revert-record.ts')).recordedAnswer(call),
});
