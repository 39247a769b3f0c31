import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { toExport } from './export-store.ts';
import type { Export } from './export.ts';

export const EXPORTS_PATH = `${WORKSPACE_PATH}/exports`;
export const EXPORT_PATH = `${EXPORTS_PATH}/{exportId}`;

/** Returns an export that the caller asked for: others may see less, or other teams. Otherwise throws a 404. */
export function ownExportOrThrow(caller: Caller, item: Item | undefined, now: Date): Export {
  const found = item && toExport(item);
  const isOwn = found?.workspaceId === caller.workspaceId && found.createdBy === caller.principalId;
  // The table deletes expired items with a delay.
  if (!isOwn || found.expiresAt <= now.toISOString()) throw notFound('export');
  return found;
}
