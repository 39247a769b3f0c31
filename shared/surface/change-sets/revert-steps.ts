import { inverses } from './inverses.ts';
import type { SetEvent } from '../../events/change-sets/change-set.ts';
import { actOf } from '../../events/change-sets/set-acts.ts';
import { orderResources } from './order-resources.ts';
import { resourcesOf, type ResourceChanges } from './plan-revert.ts';
import { nothingReverted, type RevertOutcome } from './revert-outcome.ts';
import { revertResource } from './revert-resource.ts';
import type { RevertContext, TakenBack } from './take-over.ts';
import { noteTakenBack } from './taken-back.ts';

/** Resources that are reverted concurrently. */
const CONCURRENCY = 8;

/** Resources that are reverted at once, none of which depends on another. */
export type RevertStep = readonly ResourceChanges[];

/** A resource of a reversal, as its position says how far it has come. */
export const nameOf = ({ resource, id }: Pick<ResourceChanges, 'resource' | 'id'>): string =>
  `${resource} ${id}`;

/** The steps of reverting events, those of some resources or of all, in their order. */
export function stepsOf(
  events: readonly SetEvent[],
  resourceIds: readonly string[] | undefined,
): RevertStep[] {
  const wanted = resourceIds && new Set(resourceIds);
  const steps: ResourceChanges[][] = [];
  for (const changes of orderResources(resourcesOf(events))) {
    if (wanted && !wanted.has(changes.id)) continue;
    const last = steps.at(-1);
    if (last && last.length < CONCURRENCY && isIndependent(changes, last)) last.push(changes);
    else steps.push([changes]);
  }
  return steps;
}

/** What a reversal knows of the events that it reverts, and what it has found so far. */
export const begin = (
  events: readonly SetEvent[],
  parts: readonly RevertOutcome[] = [],
): Pick<RevertContext, 'created' | 'begunAt' | 'takenBack' | 'storiesSince'> => {
  const takenBack: TakenBack = new Map();
  for (const part of parts) noteTakenBack(takenBack, part);
  return {
    created: new Set(events.flatMap(({ type, data }) => (type.endsWith('.created') ? data.id : []))),
    begunAt: events[0]?.timestamp ?? '',
    takenBack,
    storiesSince: new Map(),
  };
};

/** Reverts the resources of a step, and returns what came of it. */
export async function revertStep(context: RevertContext, step: RevertStep): Promise<RevertOutcome> {
  const parts = await Promise.all(
    step.map(async (changes) => {
      const part = nothingReverted(context.isDry);
      await revertResource(context, changes, part);
      return withStory(part, changes);
    }),
  );
  const outcome = merged(nothingReverted(context.isDry), parts);
  noteTakenBack(context.takenBack, outcome);
  const { isDry, changeSetId } = context;
  return !isDry && outcome.reverted.length > 0 ? { ...outcome, changeSetId } : outcome;
}

/** What came of a resource, with the story that it belongs to where it is kept. */
function withStory(part: RevertOutcome, { resource, last }: ResourceChanges): RevertOutcome {
  const { storyId } = resource === 'story' ? {} : (inverses.get(resource)?.path(last.data) ?? {});
  if (storyId === undefined) return part;
  return {
    ...part,
    conflicts: part.conflicts.map((one) => ({ ...one, storyId })),
    irreversible: part.irreversible.map((one) => ({ ...one, storyId })),
  };
}

/** The parts of a reversal as one outcome. */
export const merged = (begun: RevertOutcome, parts: readonly RevertOutcome[]): RevertOutcome => ({
  ...begun,
  reverted: [begun, ...parts].flatMap(({ reverted }) => reverted),
  conflicts: [begun, ...parts].flatMap(({ conflicts }) => conflicts),
  irreversible: [begun, ...parts].flatMap(({ irreversible }) => irreversible),
  changeSetId: [begun, ...parts].find(({ changeSetId }) => changeSetId !== null)?.changeSetId ?? null,
});

/** Fields that refer to other resources, which the same reversal may bring back or delete. */
const references = ['parentId', 'sprintId', 'objectiveId', 'keyResultId', 'labels', 'teamId', 'links'];

type Kind = 'story updated' | 'story created' | 'comment created';

/** Whether a resource depends on none of a step: they are of one kind whose resources only depend on parents. */
function isIndependent(changes: ResourceChanges, step: RevertStep): boolean {
  const kind = kindOf(changes);
  if (kind === undefined || kind !== kindOf(step[0]!)) return false;
  const ids = [changes, ...step].map(({ id }) => id);
  return [changes, ...step].every((one) => !ids.includes(parentOf(one) ?? ''));
}

const parentOf = ({ last }: ResourceChanges): string | null | undefined =>
  (last.data as { parentId?: string | null }).parentId;

/** The kind of what can be reverted at once with others; undefined for what others may depend on. */
function kindOf({ resource, first, last, fields }: ResourceChanges): Kind | undefined {
  const acts = [first, last].map((event) => actOf(event).action);
  const isCreated = acts[0] === 'created' && acts[1] !== 'deleted';
  if (resource === 'comment') return isCreated ? 'comment created' : undefined;
  if (resource !== 'story') return undefined;
  if (isCreated) return 'story created';
  const isUpdated = acts.every((act) => act === 'updated');
  return isUpdated && fields.every(({ field }) => !references.includes(field)) ? 'story updated' : undefined;
}
