import { list } from '../../kernel/api/operation/operation.ts';
import { EXPORTS_PATH } from './export-access.ts';
import { listExportItems, toExport } from './export-store.ts';
import { EXPORTS_MAX, exportSchema } from './export.ts';

export const listExports = list({
  id: 'listExports',
  path: EXPORTS_PATH,
  tag: 'Exports',
  summary: 'List exports',
  description: "Returns the caller's exports that have not expired, newest first.",
  scopes: ['workspace:read'],
  principals: ['user'],
  role: 'admin',
  item: exportSchema,
  handle: async ({ caller, read, now, page: { after, limit } }) => {
    // All that there can be, since those of others are left out.
    const items = await listExportItems(read, caller.workspaceId, 2 * EXPORTS_MAX, after);
    const own = items
      .map(toExport)
      .filter((one) => one.createdBy === caller.principalId && one.expiresAt > now.toISOString());
    const shown = own.slice(0, limit);
    return { items: shown, next: shown.length < own.length ? shown.at(-1)!.id : undefined };
  },
});
