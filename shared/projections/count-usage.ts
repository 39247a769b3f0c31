import type { QuotaName } from '../kernel/api/limits/quotas.ts';
import type { Reader } from '../kernel/core/database.ts';
import { memberKind } from '../kernel/auth/membership-store.ts';
import type { ItemKind } from '../kernel/db/table.ts';
import { viewKind } from '../planning/views/view-item-store.ts';
import { storyKind } from '../planning/story/story-store.ts';
import { attachmentKind, bytesOfWorkspace } from '../planning/attachments/attachment-store.ts';
import { membersOf } from '../identity/members/member-store.ts';
import { portalKind, portalsOf } from '../feedback/portal/portal-store.ts';
import { relationIndexes, relationKind, relationsOfWorkspace } from '../planning/relations/relation-store.ts';
import { countDrawnNumbers, teamKind, teamPartitionsOf } from '../identity/team/team-store.ts';
import { viewIndexes, viewsOfWorkspace } from '../planning/views/view-store.ts';
import { webhookKind, webhooksOf } from '../events/webhooks/webhook-store.ts';

interface Counted {
  kind: ItemKind;
  /** How many a workspace has. Eventually consistent. */
  count: (read: Reader, workspaceId: string) => Promise<number>;
}

/** What each quota counts. */
export const counted: Readonly<Record<QuotaName, Counted>> = {
  members: {
    kind: memberKind,
    count: (read, workspaceId) => countPartitions(read, [membersOf(workspaceId)]),
  },
  teams: {
    kind: teamKind,
    count: (read, workspaceId) => countPartitions(read, teamPartitionsOf(workspaceId)),
  },
  stories: { kind: storyKind, count: countDrawnNumbers },
  relations: {
    kind: relationKind,
    count: (read, workspaceId) =>
      read.count({ index: relationIndexes.byWorkspace, partition: relationsOfWorkspace(workspaceId) }),
  },
  views: {
    kind: viewKind,
    count: (read, workspaceId) =>
      read.count({ index: viewIndexes.byWorkspace, partition: viewsOfWorkspace(workspaceId) }),
  },
  portals: {
    kind: portalKind,
    count: (read, workspaceId) => countPartitions(read, [portalsOf(workspaceId)]),
  },
  endpoints: {
    kind: webhookKind,
    count: (read, workspaceId) => countPartitions(read, [webhooksOf(workspaceId)]),
  },
  attachment_megabytes: {
    kind: attachmentKind,
    count: async (read, workspaceId) => Math.ceil((await bytesOfWorkspace(read, workspaceId)) / 1_000_000),
  },
};

/** Counts a workspace's resources for some of the quotas. */
export async function usageOf(
  read: Reader,
  workspaceId: string,
  names: readonly QuotaName[],
): Promise<Partial<Record<QuotaName, number>>> {
  const used = await Promise.all(names.map((name) => counted[name].count(read, workspaceId)));
  return Object.fromEntries(names.map((name, position) => [name, used[position]!]));
}

async function countPartitions(read: Reader, partitions: readonly string[]): Promise<number> {
  const found = await Promise.all(partitions.map((partition) => read.count({ index: 'list', partition })));
  return found.reduce((sum, count) => sum + count, 0);
}
