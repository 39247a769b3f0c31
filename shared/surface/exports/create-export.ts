import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { ApiError, invalidReference } from '../../kernel/core/errors.ts';
import { moveJob } from '../../kernel/jobs/job-store.ts';
import { EXPORTS_PATH, ownExportOrThrow } from './export-access.ts';
import {
  firstPosition,
  getExportItem,
  jobOfExport,
  listExportItems,
  putExport,
  toExport,
} from './export-store.ts';
import {
  exportCreateSchema,
  EXPORT_DAYS,
  EXPORTS_MAX,
  OWN_EXPORTS_MAX,
  EXPORT_TEAMS_MAX,
  exportSchema,
  type Export,
} from './export.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export const createExport = operation({
  id: 'createExport',
  method: 'POST',
  path: EXPORTS_PATH,
  tag: 'Exports',
  summary: 'Export the workspace',
  description: `Begins to copy the workspace into files: all that the caller sees, archived or not, of all their teams or of those in teamIds, as JSON Lines, with csv also as tables, and a manifest with counts and hashes. It is made in the background; getExport shows how far it is, and getExportFile links to its files, for ${EXPORT_DAYS} days. What changes meanwhile is in its changes, which follow everything else. Secrets are not in it, nor the bytes of attachments.`,
  scopes: ['workspace:read', 'stories:read'],
  principals: ['user'],
  role: 'admin',
  audit: audited('export.created', ['teamIds']),
  status: 201,
  // It makes the service read everything.
  cost: 20,
  errors: ['invalid_reference', 'quota_exceeded', 'team_required'],
  body: exportCreateSchema,
  output: exportSchema,
  load: ({ path, read }) => ({ all: listExportItems(read, path.workspaceId, 2 * EXPORTS_MAX) }),
  handle: async ({ body: { teamIds = null, csv = false }, caller, loaded, now, newId, commit }) => {
    const foreign = teamIds?.findIndex((id) => !caller.teamIds.has(id)) ?? -1;
    if (foreign >= 0)
      throw invalidReference([{ path: `teamIds.${foreign}`, message: 'is not one of your teams' }]);
    if (teamIds === null && caller.teamIds.size > EXPORT_TEAMS_MAX) throw tooManyTeams();
    const kept = loaded.all.map(toExport).filter(({ expiresAt }) => expiresAt > now.toISOString());
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
  },
  replay: async ({ caller, read, resourceId, now }) =>
    ownExportOrThrow(caller, await getExportItem(read, resourceId), now),
});

const tooManyTeams = () =>
  new ApiError('team_required', `You are in more than ${EXPORT_TEAMS_MAX} teams.`, {
    hint: `Name up to ${EXPORT_TEAMS_MAX} of them in teamIds, and export the others by themselves.`,
  });

const tooMany = (who: string, limit: number) =>
  new ApiError('quota_exceeded', `${who} can have ${limit} exports at a time, and all of them are there.`, {
    hint: 'Delete an export, or wait until one expires.',
    details: { quota: 'exports', limit },
  });
