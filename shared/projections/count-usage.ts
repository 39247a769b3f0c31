import type { QuotaName } from '../kernel/api/limits/quotas.ts';
import type { Reader } from '../kernel/core/database.ts';
import { bytesOfWorkspace } from '../planning/attachments/attachment-store.ts';
import { membersOf } from '../identity/members/member-store.ts';
import { portalsOf } from '../feedback/portals/portal-store.ts';
import { relationIndexes, relationsOfWorkspace } from '../planning/relations/relation-store.ts';
import { countDrawnNumbers, teamPartitionsOf } from '../identity/teams/team-store.ts';
import { viewIndexes, viewsOfWorkspace } from '../planning/views/view-store.ts';
import { webhooksOf } from '../events/webhooks/webhook-store.ts';

/** The function that counts each resource with a quota in a workspace. Eventually consistent. */
const counts: Record<QuotaName, (read: Reader, workspaceId: string) => Promise<number>> = {
  members: (read, workspaceId) => countPartitions(read, [membersOf(workspaceId)]),
  teams: (read, workspaceId) => countPartitions(read, teamPartitionsOf(workspaceId)),
  stories: countDrawnNumbers,
  relations: (read, workspaceId) =>
    read.count({ index: relationIndexes.byWorkspace, partition: relationsOfWorkspace(workspaceId) }),
  views: (read, workspaceId) =>
    read.count({ index: viewIndexes.byWorkspace, partition: viewsOfWorkspace(workspaceId) }),
  portals: (read, workspaceId) => countPartitions(read, [portalsOf(workspaceId)]),
  endpoints: (read, workspaceId) => countPartitions(read, [webhooksOf(workspaceId)]),
  attachment_megabytes: async (read, workspaceId) =>
    Math.ceil((await bytesOfWorkspace(read, workspaceId)) / 1_000_000),
};

/** Counts a workspace's resources for some of the quotas. */
export async function usageOf(
  read: Reader,
  workspaceId: string,
  names: readonly QuotaName[],
): Promise<Partial<Record<QuotaName, number>>> {
  const used = await Promise.all(names.map((name) => counts[name](read, workspaceId)));
  return Object.fromEntries(names.map((name, position) => [name, used[position]!]));
}

async function countPartitions(read: Reader, partitions: readonly string[]): Promise<number> {
  const found = await Promise.all(partitions.map((partition) => read.count({ index: 'list', partition })));
  return found.reduce((sum, count) => sum + count, 0);
}
