import { storyIdOf, storySortKey } from '../../planning/story/story-store.ts';
import type { CountedStory } from './ledger.ts';
import type { Key, Reader, Change } from '../../kernel/core/database.ts';

/** A story's ledger entry. The entry of a deleted story is retained, so that a late stream record has no effect. */
export interface LedgerLine {
  counted: CountedStory | null;
  /** Changes with every write, so that of two concurrent writers only one succeeds. */
  version: number;
}

const COUNTED = '#COUNTED';
const ledgerKey = (storyId: string): Key => ({ pk: storySortKey(storyId), sk: COUNTED });

/** Number of ids in a page of them. */
const IDS_PER_PAGE = 1_000;

/** The entry of a story that never counted anywhere. */
export const noLine: LedgerLine = { counted: null, version: 0 };

/** The entries that count for a team, including deleted stories that the projector has not processed yet. */
const linesOf = (teamId: string): string => `T#${teamId}#COUNTED`;

/** Ids of the stories counted for a team, in pages. Eventually consistent. */
export async function* findCountedStoryIdPages(read: Reader, teamId: string): AsyncGenerator<string[]> {
  for (let before: string | undefined; ;) {
    const from = before === undefined ? {} : { before };
    const keys = await read.query({
      index: 'list',
      partition: linesOf(teamId),
      limit: IDS_PER_PAGE,
      ...from,
    });
    yield keys.map(storyIdOf);
    if (keys.length < IDS_PER_PAGE) return;
    before = keys.at(-1)!.pk;
  }
}

/** The id of the story whose entry an item is; undefined for another item. */
export const countedStoryOf = ({ pk, sk }: Key): string | undefined =>
  sk === COUNTED ? storyIdOf({ pk }) : undefined;

/** `noLine` for a story without an entry. Strongly consistent if `read` is. */
export async function getLedgerLine(read: Reader, storyId: string): Promise<LedgerLine> {
  const item = await read.get(ledgerKey(storyId));
  if (!item) return noLine;
  return {
    counted: JSON.parse(item['counted'] as string) as CountedStory | null,
    version: item['version'] as number,
  };
}

/** Replaces an entry. Throws `moved` if it was changed concurrently. */
export const putLedgerLine = (
  storyId: string,
  counted: CountedStory | null,
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
