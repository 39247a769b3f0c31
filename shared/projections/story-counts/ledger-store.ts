import { storyIdOf, storySortKey } from '../../stories/story-store.ts';
import type { Counted } from './ledger.ts';
import type { Key, Reader, Change } from '../../core/database.ts';

/** A story's line in the ledger. A deleted story keeps one, so that a late record of it changes nothing. */
export interface LedgerLine {
  counted: Counted | null;
  /** Moves with every write, so that of two that saw the same story only one goes through. */
  version: number;
}

const ledgerKey = (storyId: string): Key => ({ pk: storySortKey(storyId), sk: '#COUNTED' });

/** The lines that count for a team, those of deleted stories too that the stream has not seen to yet. */
const linesOf = (teamId: string): string => `T#${teamId}#COUNTED`;

/** The ids of the stories that have been counted for a team, eventually consistent. */
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

/** Replaces a line; `moved` is thrown where another has written it meanwhile. */
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
