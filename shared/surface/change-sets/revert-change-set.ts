import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { revertOutcomeSchema, revertWishes, type RevertOutcome } from './revert-outcome.ts';
import { CHANGE_SET_PATH } from '../../events/change-sets/get-change-set.ts';

const request = memoize(() => z.strictObject(revertWishes()).meta({ id: 'RevertChangeSetRequest' }));

export const revertChangeSet = operation({
  id: 'revertChangeSet',
  method: 'POST',
  path: `${CHANGE_SET_PATH}/revert`,
  tag: 'Changes',
  summary: 'Revert a change set',
  description:
    'Gives fields their former values, deletes what was created, or archives labels, custom fields and statuses, and restores deleted stories, comments and relations, by the ordinary operations and with the rights of the caller. What was changed since is kept and listed in conflicts, what cannot be reverted in irreversible. The reversal is a change set of its own. One request reverts at most 500 resources: name some in resourceIds if there are more.',
  // Each kind needs its own.
  scopes: [],
  teamRestricted: 'allowed',
  cost: 10,
  errors: ['not_found', 'conflict'],
  params: { changeSetId: uuid() },
  body: request,
  output: revertOutcomeSchema,
  handle: async ({ path, body, ...call }) => {
    // Imported on demand: few requests of its function revert something.
    const { revertEvents, recordOf } = await import('./revert-events.ts');
    const { readChangeSet } = await import('../../events/change-sets/read-change-set.ts');
    const outcome = await revertEvents(call, await readChangeSet(call, path.changeSetId), body);
    await call.commit([], recordOf(outcome));
    return outcome;
  },
  replay: async ({ resourceId }) => JSON.parse(resourceId) as RevertOutcome,
});
