import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { EXPORTS_PATH, ownExportOrThrow } from './export-access.ts';
import { getExportItem, listExportItems } from './export-store.ts';
import { exportCreateSchema, EXPORT_DAYS, EXPORTS_MAX, exportSchema } from './export.ts';

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
  // Imported on demand: few requests of its function begin an export.
  handle: async ({ body, loaded, ...call }) =>
    await (await import('./begin-export.ts')).beginExport(call, body, loaded.all),
  replay: async ({ caller, read, resourceId, now }) =>
    ownExportOrThrow(caller, await getExportItem(read, resourceId), now),
});
