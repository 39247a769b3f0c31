import { type FoundObjective, visibleObjectiveOrThrow } from '../objective/objective-access.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { objectiveIncludes } from '../objective-updates/objective-includes.ts';
import { deriveObjective } from '../objective/derive.ts';
import { objectiveSchema, type Objective } from '../objective/objective.ts';
import { getObjectiveWithTally, toShownObjective } from '../objective/objective-store.ts';

export const getObjective = operation({
  id: 'getObjective',
  method: 'GET',
  path: `${WORKSPACE_PATH}/objectives/{objectiveId}`,
  tag: 'Objectives',
  summary: 'Get an objective',
  description:
    "Returns an objective with its forecast and story counts. Other people's private objectives return 404.",
  scopes: ['objectives:read'],
  params: { objectiveId: uuid() },
  output: objectiveSchema,
  includes: objectiveIncludes,
  load: ({ path, read }) => ({ objective: getObjectiveWithTally(read, path.objectiveId) }),
  handle: async ({ loaded, ...context }) => await showObjective(context, loaded.objective),
});

/** Returns an objective with its derived fields. */
export async function showObjective(
  { caller, now }: Pick<OperationContext, 'caller' | 'now'>,
  found: FoundObjective,
): Promise<Objective> {
  const { item, objective, ...derivedFrom } = visibleObjectiveOrThrow(caller, found);
  return toShownObjective(item, deriveObjective(objective, derivedFrom, now));
}
