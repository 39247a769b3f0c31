import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { EXPORT_PATH, ownExportOrThrow } from './export-access.ts';
import { getExportItem } from './export-store.ts';
import { exportSchema } from './export.ts';

export const getExport = operation({
  id: 'getExport',
  method: 'GET',
  path: EXPORT_PATH,
  tag: 'Exports',
  summary: 'Get an export',
  description: 'Returns an export of the caller: how far it is and, once it is ready, its files.',
  scopes: ['workspace:read'],
  principals: ['user'],
  role: 'admin',
  params: { exportId: uuid() },
  output: exportSchema,
  load: ({ path, read }) => ({ item: getExportItem(read, path.exportId) }),
  handle: async ({ caller, loaded, now }) => ownExportOrThrow(caller, loaded.item, now),
});
