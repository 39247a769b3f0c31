import { conflict, notFound, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { auditedTeam, teamPatch, teamSchema, type Team } from '../team/team.ts';
import { changeCode, getTeamItem, toTeam, replaceTeam } from '../team/team-store.ts';
import { getJob, moveJob, type Job, type JobState } from '../../kernel/jobs/job-store.ts';
import type { Change, Item } from '../../kernel/core/database.ts';
import { managedTeamOrThrow } from '../team/team-access.ts';
import { teamTaken } from './get-team.ts';

export const updateTeam = operation({
  id: 'updateTeam',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/teams/{teamId}`,
  tag: 'Teams',
  summary: 'Update a team',
  description:
    'The code can be changed only until a story has used it. After a change of estimateScheme, existing estimates stay until a story is re-estimated. A private team can be updated only by an admin who is a member, a public team by any admin.',
  scopes: ['teams:write'],
  role: 'admin',
  audit: audited('team.updated', [
    'name',
    'code',
    'private',
    'sprintsEnabled',
    'estimateScheme',
    'updateEveryDays',
    'intakeEnabled',
    'reviewRequired',
  ]),
  teamRestricted: 'allowed',
  errors: ['version_conflict', 'conflict'],
  params: { teamId: uuid() },
  body: teamPatch.schema,
  output: teamSchema,
  load: ({ path, body, read }) => ({
    team: getTeamItem(read, path.teamId),
    reminders: body.updateEveryDays ? getJob(read, remindersOf(path.teamId)) : Promise.resolve(undefined),
  }),
  handle: async ({ body, loaded, caller, now, commit }) => {
    const team = toTeam(managedTeamOrThrow(caller, loaded.team));
    if (team.updatedAt !== body.expectedUpdatedAt) throw teamPatch.conflict(team, body);
    const next = nextVersion(team, teamPatch.apply(team, body), now);
    const stale = (current: Item | undefined) =>
      current ? teamPatch.conflict(toTeam(current), body) : notFound('team');
    const { codeTaken, nameTaken } = teamTaken(next);
    const used = () => conflict(`Stories already use the code ${team.code}.`, 'Keep the current code.');
    await commit(
      next === team
        ? []
        : [
            ...replaceTeam(next, team, { stale, nameTaken }),
            ...(loaded.reminders ? [remind(team, loaded.reminders, now)] : []),
            ...(next.code === team.code ? [] : changeCode(next, team, { taken: codeTaken, used })),
          ],
      team.id,
      auditedTeam(team, next),
    );
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    toTeam(managedTeamOrThrow(caller, await getTeamItem(read, resourceId))),
});

const remindersOf = (teamId: string, workspaceId?: string): Job => ({
  name: 'update_reminders',
  ownerId: teamId,
  workspaceId,
});

/** Has the leads of a team's objectives reminded from now on; the job ends on its own once the team wants none. */
const remind = ({ id, workspaceId }: Team, job: JobState, now: Date): Change =>
  moveJob(remindersOf(id, workspaceId), job, { ...job, dueAt: now.toISOString() }, writeConflict);
