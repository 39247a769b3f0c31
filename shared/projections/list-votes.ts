import { writeConflict } from '../kernel/core/errors.ts';
import { createReader } from '../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../kernel/db/retry-on-conflict.ts';
import { HoldsUpOthers } from '../kernel/db/unavailable.ts';
import { commit } from '../kernel/db/write.ts';
import { getItem } from '../feedback/items/item-store.ts';
import { hasListedVotes, recordListedVotes } from '../feedback/items/vote-count-store.ts';
import { listVote, votePages } from '../feedback/items/vote-store.ts';
import type { Database } from '../kernel/core/database.ts';

/** DynamoDB's limit on transactions. */
const VOTES_AT_ONCE = 100;

/**
 * Lists all votes of an item by time, and records that they are. Where an earlier attempt was interrupted, the next one goes
 * on. In the stream, an item with many votes would hold up others: after a page of them, a worker goes on.
 */
export const listVotesOf = (database: Database, itemId: string, isInStream: boolean): Promise<void> =>
  retryOnConflict(async () => {
    const read = createReader(database);
    const item = await getItem(read, itemId);
    if (!item) return;
    let pages = 0;
    for await (const votes of votePages(read, itemId)) {
      if (isInStream && ++pages > 1) throw new HoldsUpOthers('An item has many votes to list.');
      const missing = votes.filter(({ isListed }) => !isListed);
      for (let start = 0; start < missing.length; start += VOTES_AT_ONCE) {
        const some = missing.slice(start, start + VOTES_AT_ONCE);
        await commit(
          database,
          some.map((vote) => listVote(vote, writeConflict)),
        );
      }
    }
    if (!hasListedVotes(item)) await commit(database, [recordListedVotes(item, writeConflict)]);
  }, orRedeliver('The votes of an item kept changing.'));
