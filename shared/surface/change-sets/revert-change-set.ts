import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { revertOutcomeSchema, type RevertOutcome } from './revert-outcome.ts';
import { CHANGE_SET_PATH } from '../../events/change-sets/get-change-set.ts';

const request = memoize(() =>
  z
    .strictObject({
      dryRun: z
        .boolean()
        .optional()
        .meta({ description: 'Only says what would be reverted.', default: false }),
    })
    .meta({ id: 'RevertChangeSetRequest' }),
);

/** Resources of each list that a repeated request returns, and the longest value of a conflict, as JSON. */
const RECORDED_MAX = 200;
const RECORDED_MAX_CHARACTERS = 200;

export const revertChangeSet = operation({
  id: 'revertChangeSet',
  method: 'POST',
  path: `${CHANGE_SET_PATH}/revert`,
  tag: 'Changes',
  summary: 'Revert a change set',
  description:
    'Gives fields their former values, deletes what was created and restores deleted stories, comments and relations, by the ordinary operations and with the rights of the caller. What was changed since is kept and listed in conflicts, what cannot be reverted in irreversible. The reversal is a change set of its own.',
  // Each kind needs its own.
  scopes: [],
  teamRestricted: 'allowed',
  errors: ['not_found'],
  params: { changeSetId: uuid() },
  body: request,
  output: revertOutcomeSchema,
  handle: async ({ path, body, ...call }) => {
    // Few requests of its function revert something.
    const [{ readChangeSet }, { resourcesOf }, { revertResource }] = await Promise.all([
      import('../../events/change-sets/read-change-set.ts'),
      import('./plan-revert.ts'),
      import('./revert-resource.ts'),
    ]);
    const events = await readChangeSet(call, path.changeSetId);
    const changeSetId = call.changeSetId ?? call.newId();
    const outcome: RevertOutcome = { reverted: [], conflicts: [], irreversible: [], changeSetId: null };
    const created = new Set(events.flatMap(({ type, data }) => (type.endsWith('.created') ? data.id : [])));
    const context = { ...call, changeSetId, isDry: body.dryRun === true, created };
    for (const changes of resourcesOf(events)) await revertResource(context, changes, outcome);
    if (!context.isDry && outcome.reverted.length > 0) outcome.changeSetId = changeSetId;
    await call.commit([], JSON.stringify(shortened(outcome)));
    return outcome;
  },
  replay: async ({ resourceId }) => JSON.parse(resourceId) as RevertOutcome,
});

/** An outcome as it is recorded for repeated requests: an item holds no more. */
const shortened = ({ reverted, conflicts, irreversible, changeSetId }: RevertOutcome): RevertOutcome => ({
  reverted: reverted.slice(0, RECORDED_MAX),
  conflicts: conflicts.slice(0, RECORDED_MAX).map((one) => ({ ...one, now: shortenedValue(one.now) })),
  irreversible: irreversible.slice(0, RECORDED_MAX),
  changeSetId,
});

const shortenedValue = (value: unknown): unknown => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > RECORDED_MAX_CHARACTERS ? `${text.slice(0, RECORDED_MAX_CHARACTERS)}…` : value;
};
