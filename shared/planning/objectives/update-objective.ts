import { invalidReference, invalidRequest, notFound } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getObjectiveStatus } from '../../identity/status/status-store.ts';
import { objectiveReferenceErrors } from './create-objective.ts';
import { deriveObjective } from '../objective/derive.ts';
import { showObjective } from './get-objective.ts';
import { visibleObjectiveOrThrow } from '../objective/objective-access.ts';
import { objectivePatch } from './objective-requests.ts';
import { objectiveSchema } from '../objective/objective.ts';
import { getObjectiveWithTally, replaceObjective, toObjective } from '../objective/objective-store.ts';
import type { Item } from '../../kernel/core/database.ts';
import { dateSpanProblems } from '../../kernel/core/date-span.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';

export const updateObjective = operation({
  id: 'updateObjective',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/objectives/{objectiveId}`,
  tag: 'Objectives',
  summary: 'Update an objective',
  description:
    "Sets the fields that are sent and clears those listed in clearFields, provided that expectedUpdatedAt is the objective's current updatedAt.",
  scopes: ['objectives:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['invalid_reference', 'version_conflict'],
  params: { objectiveId: uuid() },
  body: objectivePatch.schema,
  output: objectiveSchema,
  load: ({ path: { workspaceId, objectiveId }, body: { statusId, leadUserId }, read }) => ({
    objective: getObjectiveWithTally(read, objectiveId),
    status: statusId ? getObjectiveStatus(read, workspaceId, statusId) : Promise.resolve(undefined),
    lead: leadUserId ? readMembership(read, workspaceId, leadUserId) : Promise.resolve(undefined),
  }),
  handle: async ({ body, loaded, caller, now, commit }) => {
    const { objective, ...derivedFrom } = visibleObjectiveOrThrow(caller, loaded.objective);
    if (objective.updatedAt !== body.expectedUpdatedAt) throw objectivePatch.conflict(objective, body);
    const referenceErrors = objectiveReferenceErrors(
      { ...body, teamId: objective.teamId },
      loaded,
      objective.statusId,
    );
    if (referenceErrors.length > 0) throw invalidReference(referenceErrors);
    const next = nextVersion(objective, objectivePatch.apply(objective, body), now);
    const problems = dateSpanProblems(next);
    if (problems.length > 0) throw invalidRequest(problems);
    const stale = (current: Item | undefined) =>
      current ? objectivePatch.conflict(toObjective(current), body) : notFound('objective');
    const changes = next === objective ? [] : replaceObjective(next, objective, stale);
    await commit(changes, objective.id);
    return { ...next, ...deriveObjective(next, derivedFrom, now) };
  },
  replay: async ({ resourceId, ...context }) =>
    await showObjective(context, await getObjectiveWithTally(context.read, resourceId)),
});
