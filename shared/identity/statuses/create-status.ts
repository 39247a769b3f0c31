import { invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { assertMaySetObjectiveStatuses, visibleStatusOrThrow } from '../status/status-access.ts';
import { makeStatus } from './new-status.ts';
import { ownerProblems, statusCreateSchema, statusSchema } from '../status/status.ts';
import { getStatusItem } from '../status/status-store.ts';

export const createStatus = operation({
  id: 'createStatus',
  method: 'POST',
  path: `${WORKSPACE_PATH}/statuses`,
  tag: 'Statuses',
  summary: 'Create a status',
  description:
    "Creates a status for the stories of a team or, with appliesTo objective, for the workspace's objectives (admins only). It is placed last unless order is sent. With isDefault it replaces the current default status.",
  scopes: ['teams:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['invalid_reference', 'restricted_credential', 'insufficient_role', 'conflict'],
  body: statusCreateSchema,
  output: statusSchema,
  handle: async ({ body: { appliesTo, teamId = null, ...body }, ...context }) => {
    const problems = ownerProblems({ appliesTo, teamId: teamId ?? undefined });
    if (problems.length > 0) throw invalidRequest(problems);
    if (teamId === null) assertMaySetObjectiveStatuses(context.caller);
    else if (!context.caller.teamIds.has(teamId)) {
      throw invalidReference([{ path: 'teamId', message: 'is not a team that this credential can access' }]);
    }
    return await makeStatus(context, { ...body, teamId });
  },
  replay: async ({ caller, read, resourceId }) =>
    visibleStatusOrThrow(caller, await getStatusItem(read, resourceId)),
});
