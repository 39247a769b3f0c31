import type { Reader } from '../db/reader.ts';
import type { Key } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import { storySortKey } from '../stories/story-store.ts';
import type { Counted } from './ledger.ts';

/** A story's line in the ledger. A deleted story keeps one, so that a late record of it changes nothing. */
export interface LedgerLine {
  counted: Counted | null;
  /** Moves with every write, so that of two that saw the same story only one goes through. */
  version: number;
}

const ledgerKey = (storyId: string): Key => ({ pk: storySortKey(storyId), sk: '#COUNTED' });

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
  put: { ...ledgerKey(storyId), counted: JSON.stringify(counted), version: previous.version + 1 },
  if: previous.version === 0 ? 'absent' : { equals: { version: previous.version } },
  otherwise: moved,
});
