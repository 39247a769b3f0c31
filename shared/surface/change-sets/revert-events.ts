import { conflict } from '../../kernel/core/errors.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { SetEvent } from '../../events/change-sets/change-set.ts';
import { actOf } from '../../events/change-sets/set-acts.ts';
import { resourcesOf, type ResourceChanges } from './plan-revert.ts';
import { RESOURCES_MAX, type RevertOutcome } from './revert-outcome.ts';
import { revertResource } from './revert-resource.ts';

/** Resources that are reverted concurrently. */
const CONCURRENCY = 8;

/** Resources of each list that a repeated request returns, and the longest value of a conflict, as JSON. */
const RECORDED_MAX = 200;
const RECORDED_MAX_CHARACTERS = 200;

interface Wanted {
  dryRun?: boolean | undefined;
  resourceIds?: readonly string[] | undefined;
}

/** Reverts events of one change set, those of some resources or of all. */
export async function revertEvents(
  call: OperationContext,
  events: readonly SetEvent[],
  { dryRun, resourceIds }: Wanted,
): Promise<RevertOutcome> {
  const changeSetId = call.changeSetId ?? call.newId();
  const outcome: RevertOutcome = { reverted: [], conflicts: [], irreversible: [], changeSetId: null };
  const created = new Set(events.flatMap(({ type, data }) => (type.endsWith('.created') ? data.id : [])));
  const context = { ...call, changeSetId, isDry: dryRun === true, created };
  const wanted = resourceIds && new Set(resourceIds);
  const resources = resourcesOf(events).filter(({ id }) => !wanted || wanted.has(id));
  assertFewEnough(resources);
  for (const some of atOnce(resources)) {
    const parts = await Promise.all(
      some.map(async (changes) => {
        const part: RevertOutcome = { reverted: [], conflicts: [], irreversible: [], changeSetId: null };
        await revertResource(context, changes, part);
        return part;
      }),
    );
    for (const { reverted, conflicts, irreversible } of parts) {
      outcome.reverted.push(...reverted);
      outcome.conflicts.push(...conflicts);
      outcome.irreversible.push(...irreversible);
    }
  }
  if (!context.isDry && outcome.reverted.length > 0) outcome.changeSetId = changeSetId;
  return outcome;
}

/** Fields that refer to other resources, which the same reversal may bring back or delete. */
const references = ['parentId', 'sprintId', 'objectiveId', 'keyResultId', 'labels', 'teamId', 'links'];

/** Whether nothing else of a reversal depends on a resource: other fields of a story, or a comment that starts a thread. */
function isIndependent({ resource, first, last, fields }: ResourceChanges): boolean {
  const acts = [first, last].map((event) => actOf(event).action);
  if (resource === 'story')
    return acts.every((act) => act === 'updated') && fields.every(({ field }) => !references.includes(field));
  const data = last.data as { parentId?: unknown };
  return resource === 'comment' && acts.every((act) => act === 'created') && data.parentId === null;
}

/** Resources in their order, in groups that are reverted concurrently. */
function atOnce(resources: readonly ResourceChanges[]): ResourceChanges[][] {
  const groups: ResourceChanges[][] = [];
  for (const changes of resources) {
    const last = groups.at(-1);
    const joins = last && last.length < CONCURRENCY && [changes, last[0]!].every(isIndependent);
    if (joins) last.push(changes);
    else groups.push([changes]);
  }
  return groups;
}

function assertFewEnough({ length }: readonly ResourceChanges[]): void {
  if (length <= RESOURCES_MAX) return;
  throw conflict(
    `${length} resources were changed; one request reverts at most ${RESOURCES_MAX}.`,
    'Name some of them in resourceIds, or a later since, and repeat it with the others.',
  );
}

/** An outcome as it is recorded for repeated requests: an item holds no more. */
export const recordOf = (outcome: RevertOutcome): string => JSON.stringify(shortened(outcome));

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
