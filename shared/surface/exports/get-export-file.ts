import { operation } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { ApiError, conflict, notFound } from '../../kernel/core/errors.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { EXPORT_PATH, ownExportOrThrow } from './export-access.ts';
import { getExportItem, progressOf } from './export-store.ts';
import { exportFileLinkSchema, fileName } from './export.ts';

export const getExportFile = operation({
  id: 'getExportFile',
  method: 'GET',
  path: `${EXPORT_PATH}/files/{fileName}`,
  tag: 'Exports',
  summary: 'Get a link to a file of an export',
  description:
    'Returns a link to a file that is valid for five minutes for anyone who has it. Only who is still in all teams of the export gets one.',
  scopes: ['workspace:read', 'stories:read'],
  principals: ['user'],
  role: 'admin',
  errors: ['conflict'],
  params: { exportId: uuid(), fileName: fileName() },
  output: exportFileLinkSchema,
  load: ({ path, read }) => ({ item: getExportItem(read, path.exportId) }),
  handle: async ({ path, caller, loaded, now, setting }) => {
    const found = ownExportOrThrow(caller, loaded.item, now);
    if (found.state !== 'ready') throw conflict('The export is not ready.', 'Ask getExport how far it is.');
    if (!found.files.some(({ name }) => name === path.fileName)) throw notFound('file');
    const { scopes, teamIds } = progressOf(loaded.item!);
    assertScopes(caller, scopes);
    assertTeams(caller, teamIds);
    // What signs it is loaded with the first request, since its function serves much else.
    const { linkToFile } = await import('./export-files.ts');
    return linkToFile({ now, setting }, found, path.fileName);
  },
});

/** Throws a 404 for a caller who cannot read now what one of the teams in the files has. */
function assertTeams(caller: Caller, teamIds: readonly string[]): void {
  if (teamIds.every((id) => caller.teamIds.has(id))) return;
  throw new ApiError('not_found', 'The export has the content of a team that you cannot read now.', {
    hint: 'Export the workspace again, which copies the teams that you and your token can read.',
  });
}

/** Throws a 403 for a credential that may read less than the one that the export was made with. */
function assertScopes(caller: Caller, scopes: readonly Scope[]): void {
  const missingScopes = scopes.filter((scope) => !caller.scopes.has(scope));
  if (missingScopes.length === 0) return;
  throw new ApiError(
    'insufficient_scope',
    `The export was made with the scope ${missingScopes.join(' and ')}.`,
    {
      hint: 'Use a token that has the scopes of the one that asked for the export.',
      details: { missingScopes },
    },
  );
}
