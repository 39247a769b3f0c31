import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { EXPORT_PATH, ownExportOrThrow } from './export-access.ts';
import { EXPORT_DAYS } from './export.ts';
import { deleteExportItem, getExportItem } from './export-store.ts';

export const deleteExport = operation({
  id: 'deleteExport',
  method: 'DELETE',
  path: EXPORT_PATH,
  tag: 'Exports',
  summary: 'Delete an export',
  description: `Deletes an export; one that is being made is stopped. No one gets links to its files any more, and the files are deleted within ${EXPORT_DAYS} days.`,
  scopes: ['workspace:read'],
  principals: ['user'],
  role: 'admin',
  audit: audited('export.deleted', []),
  params: { exportId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ item: getExportItem(read, path.exportId) }),
  handle: async ({ caller, loaded, now, commit }) => {
    const { id } = ownExportOrThrow(caller, loaded.item, now);
    await commit([deleteExportItem(id, () => notFound('export'))], id);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
