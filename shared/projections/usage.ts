import { quotaOf, type QuotaName, type WorkspaceLimits } from '../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits, recordUsage } from '../kernel/api/limits/workspace-limits-store.ts';
import { writeConflict } from '../kernel/core/errors.ts';
import { createReader } from '../kernel/db/reader.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import type { ItemKind } from '../kernel/db/table.ts';
import { tryCommit } from '../kernel/db/write.ts';
import { counted, usageOf } from './count-usage.ts';
import { workspaceExists } from '../identity/workspaces/workspace-store.ts';
import type { Projection, ProjectionContext } from '../kernel/log/projection.ts';
import { workspaceOf } from './workspace-of.ts';

const quotas = Object.entries(counted) as [QuotaName, { kind: ItemKind }][];

/** Time between two counts of a workspace far from its quotas, in milliseconds. */
const RECOUNT_MS = 60_000;
/** A quota is near when so much of it is left, as a share or as a number; then each change is counted. */
const NEAR_SHARE = 0.1;
const NEAR_COUNT = 100;
/** The number of workspaces whose last counts a sandbox caches. */
const REMEMBERED_MAX = 10_000;

/** When each workspace's things were last counted, `<workspaceId> <quota>`. */
const countedAt = new Map<string, number>();

/**
 * The usage of each quota by workspace. It counts from the start instead of adding up, so repeated and late changes do
 * no harm; a busy workspace is counted once a minute.
 */
export const usage: Projection = {
  name: 'usage',
  follows: quotas.map(([, { kind }]) => kind),
  deletionsOnly: false,
  async handle(context, changes) {
    const due = new Map<string, Set<QuotaName>>();
    for (const change of changes.filter(entersOrLeaves)) {
      const workspaceId = workspaceOf((change.after ?? change.before)!);
      const name = quotas.find(([, { kind }]) => kind.includes(change.key))![0];
      if (workspaceId === undefined) continue;
      due.set(workspaceId, (due.get(workspaceId) ?? new Set()).add(name));
    }
    for (const [workspaceId, names] of due) await recount(context, workspaceId, [...names]);
  },
  rebuild: {
    leads: (item) =>
      quotas.some(([, { kind }]) => kind.includes(item)) ? [{ key: item, before: item }] : [],
  },
};

/** Whether a change adds an item to its list or removes it; a removed item may still be stored. */
const entersOrLeaves = ({ before, after }: ItemChange): boolean =>
  before?.['inList'] !== after?.['inList'] || (before === undefined) !== (after === undefined);

async function recount(
  { database, now }: ProjectionContext,
  workspaceId: string,
  changed: readonly QuotaName[],
): Promise<void> {
  const read = createReader(database);
  const limits = await getWorkspaceLimits(read, workspaceId);
  const names = changed.filter((name) => isNear(limits, name) || !isRecent(`${workspaceId} ${name}`, now));
  if (names.length === 0) return;
  const used = recordUsage(workspaceId, await usageOf(read, workspaceId, names));
  // Of a deleted workspace, nothing is recorded.
  await tryCommit(database, [workspaceExists(workspaceId, writeConflict), used]);
  if (countedAt.size >= REMEMBERED_MAX) countedAt.clear();
  for (const name of names) countedAt.set(`${workspaceId} ${name}`, now.getTime());
}

function isNear(limits: WorkspaceLimits, name: QuotaName): boolean {
  const limit = quotaOf(limits, name);
  return limit - (limits.used[name] ?? limit) <= Math.max(NEAR_COUNT, NEAR_SHARE * limit);
}

const isRecent = (key: string, now: Date): boolean => now.getTime() - (countedAt.get(key) ?? 0) < RECOUNT_MS;
