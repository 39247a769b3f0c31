import * as z from 'zod';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { joinTeamChanges } from '../members/member-store.ts';
import { assertRoomForTeam } from '../members/membership.ts';
import { color, name } from '../../kernel/core/schema.ts';
import { putStatuses } from '../statuses/new-statuses.ts';
import { joinedTeamOrThrow } from './team-access.ts';
import { newTeam } from './new-team.ts';
import { auditedTeam, estimateSchemeNames, teamCode, teamSchema } from './team.ts';
import { getTeamItem, putTeam, toTeam } from './team-store.ts';

export const createTeam = operation({
  id: 'createTeam',
  method: 'POST',
  path: `${WORKSPACE_PATH}/teams`,
  tag: 'Teams',
  summary: 'Create a team',
  description:
    'Creates a team with the statuses Backlog, To Do, In Progress, Done and Cancelled. The caller becomes its first member.',
  scopes: ['teams:write'],
  role: 'admin',
  audit: audited('team.created', ['name', 'code', 'private']),
  status: 201,
  errors: ['conflict', 'quota_exceeded'],
  body: () =>
    z
      .strictObject({
        name: name(),
        code: teamCode(),
        color: color().default('#6366f1'),
        private: z.boolean().default(false),
        sprintsEnabled: z.boolean().default(true),
        estimateScheme: z.enum(estimateSchemeNames).default('points'),
      })
      .meta({ id: 'CreateTeamRequest' }),
  output: teamSchema,
  load: ({ path, read }) => ({ limits: getWorkspaceLimits(read, path.workspaceId) }),
  handle: async ({ body, caller, loaded, now, newId, commit }) => {
    const { workspaceId } = caller;
    assertWithinQuota(loaded.limits, 'teams');
    const founder = caller.kind === 'operator' ? undefined : caller.principalId;
    if (founder !== undefined) assertRoomForTeam(caller.teamIds);
    const { team, statuses, defaultStatus } = newTeam({ ...body, workspaceId }, now, newId);
    const shown = { ...team, memberCount: founder === undefined ? 0 : 1 };
    const codeTaken = () =>
      conflict(`Another team already uses the code ${body.code}.`, 'Choose another code.');
    await commit(
      [
        ...putTeam(shown, defaultStatus, codeTaken),
        ...putStatuses(statuses, writeConflict),
        ...(founder === undefined
          ? []
          : joinTeamChanges({ workspaceId, principalId: founder, teamId: team.id }, now, writeConflict)),
      ],
      team.id,
      auditedTeam(undefined, team),
    );
    return shown;
  },
  replay: async ({ caller, read, resourceId }) =>
    toTeam(joinedTeamOrThrow(caller, await getTeamItem(read, resourceId))),
});
