import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { ApiError, invalidReference } from '../../kernel/core/errors.ts';
import { moveJob } from '../../kernel/jobs/job-store.ts';
import { firstPosition, jobOfExport, putExport, toExport } from './export-store.ts';
import { EXPORT_DAYS, EXPORT_TEAMS_MAX, EXPORTS_MAX, OWN_EXPORTS_MAX, type Export } from './export.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Begins an export, given those of the workspace. */
export async function beginExport(
  { caller, now, newId, commit }: Pick<OperationContext, 'caller' | 'now' | 'newId' | 'commit'>,
  { teamIds = null, csv = false }: { teamIds?: string[] | null | undefined; csv?: boolean | undefined },
  all: readonly Item[],
): Promise<Export> {
  const foreign = teamIds?.findIndex((id) => !caller.teamIds.has(id)) ?? -1;
  if (foreign >= 0)
    throw invalidReference([{ path: `teamIds.${foreign}`, message: 'is not one of your teams' }]);
  if (teamIds === null && caller.teamIds.size > EXPORT_TEAMS_MAX) throw tooManyTeams();
  const kept = all.map(toExport).filter(({ expiresAt }) => expiresAt > now.toISOString());
  const own = kept.filter(({ createdBy }) => createdBy === caller.principalId);
  if (own.length >= OWN_EXPORTS_MAX) throw tooMany('You', OWN_EXPORTS_MAX);
  if (kept.length >= EXPORTS_MAX) throw tooMany('A workspace', EXPORTS_MAX);
  const createdAt = now.toISOString();
  const made: Export = {
    id: newId(),
    workspaceId: caller.workspaceId,
    state: 'running',
    percent: 0,
    teamIds,
    csv,
    resources: 0,
    files: [],
    leftOut: [],
    problem: null,
    createdBy: caller.principalId,
    createdAt,
    updatedAt: createdAt,
    endedAt: null,
    expiresAt: new Date(now.getTime() + EXPORT_DAYS * DAY_MS).toISOString(),
  };
  const scopes = [...caller.scopes];
  const asked = { isNew: true, dueAt: undefined, leasedUntil: undefined, workspaceId: made.workspaceId };
  const due = { dueAt: createdAt, leasedUntil: undefined };
  await commit(
    [
      putExport(made, { position: firstPosition, scopes, teamIds: [] }),
      moveJob(jobOfExport(made), asked, due, () => new Error('The id of an export was used twice.')),
    ],
    made.id,
    { to: made },
  );
  return made;
}

const tooManyTeams = () =>
  new ApiError('team_required', `You are in more than ${EXPORT_TEAMS_MAX} teams.`, {
    hint: `Name up to ${EXPORT_TEAMS_MAX} of them in teamIds, and export the others by themselves.`,
  });

const tooMany = (who: string, limit: number) =>
  new ApiError('quota_exceeded', `${who} can have ${limit} exports at a time, and all of them are there.`, {
    hint: 'Delete an export, or wait until one expires.',
    details: { quota: 'exports', limit },
  });
