import { ApiError, conflict, notFound, orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getJob, moveJob, type Job } from '../../kernel/jobs/job-store.ts';
import { joinedTeamOrThrow } from '../../identity/team/team-access.ts';
import { getTeamItem, recordTeamContent, toTeam } from '../../identity/team/team-store.ts';
import { cadenceSchema, cadenceUpdateSchema, settingsOf, type Cadence } from '../cadence/cadence.ts';
import { getCadenceItem, putCadence, toCadence } from '../cadence/cadence-store.ts';
import { CADENCE_PATH } from './get-sprint-cadence.ts';

const jobOf = (teamId: string, workspaceId?: string): Job => ({
  name: 'cadence',
  ownerId: teamId,
  workspaceId,
});

export const updateSprintCadence = operation({
  id: 'updateSprintCadence',
  method: 'PUT',
  path: CADENCE_PATH,
  tag: 'Sprints',
  summary: "Set a team's sprint cadence",
  description:
    'Replaces all settings; those left out get their defaults. The sprints that it makes are managed by it and follow its changes until they start. A sprint that is changed by hand is left alone from then on.',
  scopes: ['sprints:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['version_conflict', 'conflict'],
  params: { teamId: uuid() },
  body: cadenceUpdateSchema,
  output: cadenceSchema,
  load: ({ path, read }) => ({
    team: getTeamItem(read, path.teamId),
    cadence: getCadenceItem(read, path.teamId),
    job: getJob(read, jobOf(path.teamId)),
  }),
  handle: async ({ path: { teamId }, body, loaded: { team, cadence, job }, caller, now, commit }) => {
    const { sprintsEnabled } = toTeam(joinedTeamOrThrow(caller, team));
    const current = cadence && toCadence(cadence);
    const sent = settingsOf(body);
    if (current?.updatedAt !== body.expectedUpdatedAt) throw stale(current, sent);
    if (sent.enabled && !sprintsEnabled) {
      throw conflict('The team does not use sprints.', 'Enable sprints with updateTeam first.');
    }
    const timestamp = now.toISOString();
    const next: Cadence = current
      ? nextVersion(current, { ...current, ...sent }, now)
      : { workspaceId: caller.workspaceId, teamId, ...sent, createdAt: timestamp, updatedAt: timestamp };
    if (next === current) {
      await commit([], teamId);
      return next;
    }
    const changed = (found: typeof cadence) => stale(found && toCadence(found), sent);
    await commit(
      [
        putCadence(next, current, changed),
        ...(current ? [] : [recordTeamContent(teamId, () => notFound('team'))]),
        moveJob(jobOf(teamId, caller.workspaceId), job, { ...job, dueAt: timestamp }, writeConflict),
      ],
      teamId,
    );
    return next;
  },
  replay: async ({ caller, read, resourceId }) => {
    const [team, cadence] = await Promise.all([
      getTeamItem(read, resourceId),
      getCadenceItem(read, resourceId),
    ]);
    joinedTeamOrThrow(caller, team);
    return toCadence(orNotFound(cadence, 'sprint cadence'));
  },
});

/** A 409 with the current version, or a 404 if there is no cadence to change. */
function stale(current: Cadence | undefined, sent: ReturnType<typeof settingsOf>): ApiError {
  if (!current) return notFound('sprint cadence');
  const changedFields = Object.entries(sent)
    .filter(([name, value]) => JSON.stringify(current[name as keyof Cadence]) !== JSON.stringify(value))
    .map(([name]) => name);
  return new ApiError('version_conflict', 'The cadence has changed since the version you have read.', {
    details: { currentUpdatedAt: current.updatedAt, changedFields },
    hint: 'Read it with getSprintCadence and send its updatedAt as expectedUpdatedAt.',
  });
}
