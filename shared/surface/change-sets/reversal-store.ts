import type { Change, Key, Reader } from '../../kernel/core/database.ts';
import { revertJobKey } from './revert-job-store.ts';

/** Longer than change sets can be reverted. */
const RETENTION_SECONDS = 60 * 24 * 60 * 60;

/** Says that a change set is a reversal, in a partition as jobs have them. */
const reversalKey = (workspaceId: string, changeSetId: string): Key => ({
  ...revertJobKey(`${workspaceId}#${changeSetId}`),
  sk: '#REVERSAL',
});

/** Stores that a change set is a reversal. */
export const putReversal = (workspaceId: string, changeSetId: string, now: Date): Change => ({
  put: {
    ...reversalKey(workspaceId, changeSetId),
    workspaceId,
    ttl: Math.ceil(now.getTime() / 1_000) + RETENTION_SECONDS,
  },
});

/** Which of some change sets are reversals. Eventually consistent. */
export async function findReversals(
  read: Reader,
  workspaceId: string,
  changeSetIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(changeSetIds)];
  const items = await read.getMany(
    ids.map((id) => reversalKey(workspaceId, id)),
    ['workspaceId'],
  );
  return new Set(ids.filter((_, at) => items[at] !== undefined));
}
