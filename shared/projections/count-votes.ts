import { writeConflict } from '../kernel/core/errors.ts';
import { createReader } from '../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../kernel/db/retry-on-conflict.ts';
import { commit } from '../kernel/db/write.ts';
import { getItem } from '../feedback/items/item-store.ts';
import { uncountedVotePages, uncountedVoterOf } from '../feedback/items/uncounted-vote-store.ts';
import { countVotes } from '../feedback/items/vote-count-store.ts';
import { dropVote } from '../feedback/items/vote-store.ts';
import type { Change, Database, Key } from '../kernel/core/database.ts';

/** Two changes of each are in one transaction, of at most 100 (AWS limit). */
const VOTES_AT_ONCE = 50;

/**
 * Counts an item's votes that are not counted yet: each once, however often this runs. Votes that were stored while the
 * item was deleted go with it.
 */
export const countVotesOf = (database: Database, itemId: string): Promise<void> =>
  retryOnConflict(async () => {
    const read = createReader(database);
    const isThere = (await getItem(read, itemId)) !== undefined;
    for await (const votes of uncountedVotePages(read, itemId, VOTES_AT_ONCE)) {
      await commit(database, [
        ...(isThere ? [countVotes(itemId, votes.length, writeConflict)] : orphans(itemId, votes)),
        ...votes.map(({ pk, sk }) => ({
          delete: { pk, sk },
          if: 'present' as const,
          onConditionFailed: writeConflict,
        })),
      ]);
    }
  }, orRedeliver('The votes of an item kept changing.'));

/** Deletes the votes of a deleted item: one for each person, who may have voted again. */
const orphans = (itemId: string, votes: readonly Key[]): Change[] =>
  [...new Set(votes.map(uncountedVoterOf))].map((userId) => dropVote({ itemId, userId }));
