import type { Reader } from '../../kernel/core/database.ts';
import { namedPartition } from '../../kernel/db/table.ts';
import { workspaceKind } from '../../kernel/auth/workspace-kind.ts';

/** A file of its own, so that only functions that list workspaces of all tenants may. */
const partition = namedPartition('WORKSPACES');

/** Returns all workspaces of the deployment, newest first. Operators only. */
export const listWorkspaceItems = (read: Reader) => read.query({ index: 'list', partition, limit: 1_000 });

/** Returns up to `limit` ids of workspaces, newest first, that are older than `before`; '' for the newest. */
export async function listWorkspacePage(read: Reader, before: string, limit: number): Promise<string[]> {
  const from = before === '' ? {} : { before: workspaceKind.key(before).pk };
  const items = await read.query({ index: 'list', partition, limit, ...from });
  return items.map(workspaceKind.idOf);
}
