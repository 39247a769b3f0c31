import type { Item } from '../kernel/core/database.ts';

/** The workspace of a resource's item; undefined for other items. */
export function workspaceOf({ workspaceId, doc }: Item): string | undefined {
  if (typeof workspaceId === 'string') return workspaceId;
  return doc === undefined ? undefined : (JSON.parse(doc as string) as { workspaceId?: string }).workspaceId;
}
