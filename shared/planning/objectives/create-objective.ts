import { invalidReference, invalidRequest, type FieldProblem } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { destructive } from '../../kernel/api/operation/tool-declaration.ts';
import { recordTeamContent } from '../../identity/team/team-store.ts';
import { getObjectiveStatus } from '../../identity/status/status-store.ts';
import { getDefaultObjectiveStatus } from '../../identity/workspaces/workspace-store.ts';
import { tallyOf } from '../counts/story-counts.ts';
import { deriveObjective } from '../objective/derive.ts';
import { showObjective } from './get-objective.ts';
import { objectiveCreateSchema } from './objective-requests.ts';
import { objectiveSchema, type StoredObjective } from '../objective/objective.ts';
import { getObjectiveWithTally, objectiveCounter, putObjective } from '../objective/objective-store.ts';
import type { StatusReference } from '../../kernel/core/status-category.ts';
import { dateSpanProblems } from '../../kernel/core/date-span.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';

export const createObjective = operation({
  id: 'createObjective',
  method: 'POST',
  path: `${WORKSPACE_PATH}/objectives`,
  tag: 'Objectives',
  summary: 'Create an objective',
  description:
    "Creates an objective of a team. Without statusId, it gets the workspace's default objective status. To measure it, create key results with createKeyResult.",
  scopes: ['objectives:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['invalid_reference'],
  body: objectiveCreateSchema,
  output: objectiveSchema,
  tool: {
    name: 'save_objective',
    title: 'Create, change or delete an objective',
    description:
      'Creates an objective, or changes or deletes one: {"objectiveId":"Win","expectedUpdatedAt":"…","health":"at_risk"}.',
    annotations: destructive,
  },
  load: ({ path: { workspaceId }, body: { statusId, leadUserId }, read }) => ({
    status: statusId
      ? getObjectiveStatus(read, workspaceId, statusId)
      : getDefaultObjectiveStatus(read, workspaceId),
    lead: leadUserId ? readMembership(read, workspaceId, leadUserId) : Promise.resolve(undefined),
  }),
  handle: async ({ body, loaded: { status, lead }, caller, now, newId, nextNumber, commit }) => {
    const referenceErrors = objectiveReferenceErrors(body, { status, lead });
    if (!caller.teamIds.has(body.teamId)) referenceErrors.push(noTeam);
    if (referenceErrors.length > 0) throw invalidReference(referenceErrors);
    const draft = {
      ...body,
      id: newId(),
      workspaceId: caller.workspaceId,
      description: body.description ?? null,
      shortSummary: body.shortSummary ?? null,
      leadUserId: body.leadUserId ?? null,
      startDate: body.startDate ?? null,
      endDate: body.endDate ?? null,
      health: body.health ?? null,
      statusId: status!.id,
      createdBy: caller.principalId,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    };
    const problems = dateSpanProblems(draft);
    if (problems.length > 0) throw invalidRequest(problems);
    const sequenceId = await nextNumber(objectiveCounter(caller.workspaceId));
    const objective: StoredObjective = { ...draft, sequenceId };
    const teamGone = () => invalidReference([noTeam]);
    await commit([...putObjective(objective), recordTeamContent(body.teamId, teamGone)], objective.id);
    return { ...objective, ...deriveObjective(objective, { tally: tallyOf({}), stored: undefined }, now) };
  },
  replay: async ({ resourceId, ...context }) =>
    await showObjective(context, await getObjectiveWithTally(context.read, resourceId)),
});

const noTeam: FieldProblem = { path: 'teamId', message: 'is not a team that this credential can access' };

/**
 * Validates the status and lead named in a request. An archived status is accepted only if the objective
 * already has it.
 */
export function objectiveReferenceErrors(
  named: { teamId: string; statusId?: string | undefined; leadUserId?: string | undefined },
  found: { status: StatusReference | undefined; lead: Awaited<ReturnType<typeof readMembership>> },
  currentStatusId?: string,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (named.statusId && (!found.status || (found.status.archived && named.statusId !== currentStatusId))) {
    problems.push({ path: 'statusId', message: "is not one of the workspace's objective statuses" });
  }
  if (named.leadUserId && !(found.lead?.role && found.lead.teamIds.has(named.teamId))) {
    problems.push({ path: 'leadUserId', message: "is not a member of the objective's team" });
  }
  return problems;
}
