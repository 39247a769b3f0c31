import * as z from 'zod';
import { writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { joinTeamChanges } from '../members/member-store.ts';
import { assertRoomForTeam } from '../members/membership.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Change } from '../../kernel/core/database.ts';
import { color, name } from '../../kernel/core/schema.ts';
import { joinNewTeam } from '../service-accounts/service-account-store.ts';
import { putStatuses } from '../status/new-statuses.ts';
import { joinedTeamOrThrow } from '../team/team-access.ts';
import { newTeam } from './new-team.ts';
import { teamTaken } from './get-team.ts';
import { auditedTeam, estimateSchemeNames, sequenceId, teamCode, teamSchema } from '../team/team.ts';
import { getTeamItem, putTeam, startCounterAt, toTeam } from '../team/team-store.ts';

export const createTeam = operation({
  id: 'createTeam',
  method: 'POST',
  path: `${WORKSPACE_PATH}/teams`,
  tag: 'Teams',
  summary: 'Create a team',
  description:
    'Creates a team with the statuses Backlog, To Do, In Progress, Done and Cancelled. The caller becomes its first member, or its first service account.',
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
        nextSequenceId: sequenceId().optional().meta({
          description:
            'The number of its first story, by default 1. Lower ones are left for stories that admins import with theirs; they count as stories.',
        }),
      })
      .meta({ id: 'CreateTeamRequest' }),
  output: teamSchema,
  load: ({ path, read }) => ({ limits: getWorkspaceLimits(read, path.workspaceId) }),
  handle: async ({ body: { nextSequenceId = 1, ...body }, caller, loaded, now, newId, commit }) => {
    const { workspaceId } = caller;
    assertWithinQuota(loaded.limits, 'teams');
    if (nextSequenceId > 1) assertWithinQuota(loaded.limits, 'stories', nextSequenceId - 1);
    if (caller.kind !== 'operator') assertRoomForTeam(caller.teamIds);
    const { team, statuses, defaultStatus } = newTeam({ ...body, workspaceId }, now, newId);
    const shown = { ...team, memberCount: caller.kind === 'user' ? 1 : 0 };
    const serviceAccountCount = caller.kind === 'serviceAccount' ? 1 : 0;
    await commit(
      [
        ...putTeam(shown, { defaultStatus, serviceAccountCount }, teamTaken(team)),
        ...putStatuses(statuses, writeConflict),
        ...founderChanges(caller, team.id, now),
        ...(nextSequenceId > 1 ? [startCounterAt(team.id, nextSequenceId)] : []),
      ],
      team.id,
      auditedTeam(undefined, team),
    );
    return shown;
  },
  replay: async ({ caller, read, resourceId }) =>
    toTeam(joinedTeamOrThrow(caller, await getTeamItem(read, resourceId))),
});

/** The changes that add the caller to the team that they create; the operator is in no team. */
function founderChanges(caller: Caller, teamId: string, now: Date): Change[] {
  if (caller.kind === 'operator') return [];
  const { workspaceId, principalId } = caller;
  if (caller.kind === 'user')
    return joinTeamChanges({ workspaceId, principalId, teamId }, now, writeConflict);
  return [joinNewTeam({ workspaceId, id: principalId }, teamId, writeConflict)];
}
