import { storyIdOf, storySortKey } from '../../stories/story-store.ts';
import type { Counted } from './ledger.ts';
import type { Key, Reader, Change } from '../../core/database.ts';

/**
 * A story's ledger entry. The entry of a deleted story is kept, so that a late stream record has no effect.
 */
export interface LedgerLine {
  counted: Counted | null;
  /** Changes with every write, so that of two concurrent writers only one succeeds. */
  version: number;
}

const ledgerKey = (storyId: string): Key => ({ pk: storySortKey(storyId), sk: '#COUNTED' });

/** The entries that count for a team, including deleted stories that the projector has not processed yet. */
const linesOf = (teamId: string): string => `T#${teamId}#COUNTED`;

/** Ids of the stories counted for a team. Eventually consistent. */
export async function findCountedStoryIds(read: Reader, teamId: string): Promise<string[]> {
  const keys = await read.query({ index: 'list', partition: linesOf(teamId), limit: 1_000_000 });
  return keys.map(storyIdOf);
}

export async function getLedgerLine(read: Reader, storyId: string): Promise<LedgerLine> {
  const item = await read.get(ledgerKey(storyId));
  if (!item) return { counted: null, version: 0 };
  return {
    counted: JSON.parse(item['counted'] as string) as Counted | null,
    version: item['version'] as number,
  };
}

/** Replaces an entry. Throws `moved` if it was changed concurrently. */
export const putLedgerLine = (
  storyId: string,
  counted: Counted | null,
  previous: LedgerLine,
  moved: () => Error,
): Change => ({
  put: {
    ...ledgerKey(storyId),
    counted: JSON.stringify(counted),
    version: previous.version + 1,
    ...(counted ? { inList: linesOf(counted.teamId) } : {}),
  },
  if: previous.version === 0 ? 'absent' : { equals: { version: previous.version } },
  onConditionFailed: moved,
});
