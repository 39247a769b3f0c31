import { childPages } from '../../kernel/db/child-pages.ts';
import { childKind } from '../../kernel/db/table.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { feedbackItemKind, itemSortKey } from './item-store.ts';
import type { StoredVote } from './vote-store.ts';

const UNCOUNTED = 'VC#';

/**
 * Votes that are not counted yet, since votes for the same item kept coming: each is stored next to its item in addition
 * to the vote, until the stream has counted it.
 */
export const uncountedVoteKind = childKind(feedbackItemKind, { prefix: UNCOUNTED });

/** A person who votes, takes the vote back and votes again has two: each counts, as taking back does. */
export const putUncountedVote = (
  { itemId, userId }: Pick<StoredVote, 'itemId' | 'userId'>,
  now: Date,
): Change => ({
  put: { pk: itemSortKey(itemId), sk: `${UNCOUNTED}${userId}#${now.toISOString()}` },
});

/** The id of the user whose vote a key is of. */
export const uncountedVoterOf = ({ sk }: Key): string => sk.slice(UNCOUNTED.length).split('#')[0]!;

/** The keys of an item's votes that are not counted yet, in pages of up to `limit`. Strongly consistent. */
export const uncountedVotePages = (read: Reader, itemId: string, limit: number): AsyncGenerator<Item[]> =>
  childPages(read, { pk: itemSortKey(itemId), prefix: UNCOUNTED, limit });
