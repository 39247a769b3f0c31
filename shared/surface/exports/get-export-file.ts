import { operation } from '../../kernel/api/operation/operation.ts';
import { conflict, notFound } from '../../kernel/core/errors.ts';
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
    // What signs it is loaded with the first request, since its function serves much else.
    const { linkToFile } = await import('./link-to-file.ts');
    return linkToFile({ caller, now, setting }, found, { ...progressOf(loaded.item!), name: path.fileName });
  },
});
