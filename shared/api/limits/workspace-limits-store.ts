import type { Change, Database, Item, Key, Reader } from '../../core/database.ts';
import { createReader } from '../../db/reader.ts';
import type { LimitedBy } from './rate-limits.ts';

/** Requests a minute; undefined for what the environment sets. */
export type OwnRateLimits = { [by in LimitedBy]?: number | undefined };

/** What an operator has set for one workspace, in place of the environment's. */
interface WorkspaceLimits {
  rateLimits: OwnRateLimits;
}

const workspaceLimitsKey = (workspaceId: string): Key => ({ pk: `W#${workspaceId}`, sk: '#LIMITS' });

/** The limits of a workspace, strongly consistent. */
export async function getWorkspaceLimits(read: Reader, workspaceId: string): Promise<WorkspaceLimits> {
  return toWorkspaceLimits(await read.get(workspaceLimitsKey(workspaceId)));
}

/** The limits of a workspace, eventually consistent, which costs half. */
export async function peekWorkspaceLimits(database: Database, workspaceId: string): Promise<WorkspaceLimits> {
  const [item] = await createReader(database).getMany([workspaceLimitsKey(workspaceId)]);
  return toWorkspaceLimits(item);
}

export const putWorkspaceLimits = (workspaceId: string, { rateLimits }: WorkspaceLimits): Change => ({
  put: { ...workspaceLimitsKey(workspaceId), rateLimits },
});

const toWorkspaceLimits = (item: Item | undefined): WorkspaceLimits => ({
  rateLimits: (item?.['rateLimits'] as OwnRateLimits | undefined) ?? {},
});
