import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { CHANGE_SET_PATH } from './get-change-set.ts';
import { resourcesOf } from './plan-revert.ts';
import { readChangeSet } from './read-change-set.ts';

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

/** Resources of each list that a repeated request returns. */
const RECORDED_MAX = 200;

const named = () => ({ resource: z.string(), id: uuid() });

const output = memoize(() =>
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
          .object({ ...named(), field: z.string(), now: z.unknown() })
          .meta({ id: 'RevertConflict', description: 'A field that was changed since, and is kept.' }),
      ),
      irreversible: z.array(
        z
          .object({ ...named(), reason: z.string() })
          .meta({ id: 'IrreversibleChange', description: 'A change that cannot be reverted, and why.' }),
      ),
      changeSetId: uuid().nullable().meta({
        description:
          'The change set of the reversal, which can be reverted too; null if nothing was changed.',
      }),
    })
    .meta({ id: 'RevertedChangeSet', description: 'What reverting a change set did, or would do.' }),
);

export type RevertOutcome = z.output<ReturnType<typeof output>>;

export const revertChangeSet = operation({
  id: 'revertChangeSet',
  method: 'POST',
  path: `${CHANGE_SET_PATH}/revert`,
  tag: 'Changes',
  summary: 'Revert a change set',
  description:
    'Gives everything that a change set changed its former state, by the ordinary operations and with the rights that the caller has for them: fields get their former values, and what was created is deleted. What was changed since is kept and listed in conflicts, what cannot be reverted in irreversible. The reversal is a change set of its own. With dryRun, it only says what it would do.',
  // Each kind needs its own.
  scopes: [],
  teamRestricted: 'allowed',
  errors: ['not_found'],
  params: { changeSetId: uuid() },
  body: request,
  output,
  handle: async ({ path, body, ...call }) => {
    const events = await readChangeSet(call, path.changeSetId);
    // Few requests of its function revert something.
    const { revertResource } = await import('./revert-resource.ts');
    const changeSetId = call.changeSetId ?? call.newId();
    const outcome: RevertOutcome = { reverted: [], conflicts: [], irreversible: [], changeSetId: null };
    const context = { ...call, changeSetId, isDry: body.dryRun === true };
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
  conflicts: conflicts.slice(0, RECORDED_MAX),
  irreversible: irreversible.slice(0, RECORDED_MAX),
  changeSetId,
});
