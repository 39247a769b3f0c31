import { writeConflict } from '../kernel/core/errors.ts';
import { createReader } from '../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../kernel/db/retry-on-conflict.ts';
import { HoldsUpOthers } from '../kernel/db/unavailable.ts';
import { commit } from '../kernel/db/write.ts';
import { getItem } from '../feedback/items/item-store.ts';
import { hasListedVotes, recordListedVotes } from '../feedback/items/vote-count-store.ts';
import { isListed, listVotes, votePages } from '../feedback/items/vote-store.ts';
import type { Database } from '../kernel/core/database.ts';

/** One change of a transaction counts them, of at most 100 (AWS limit). */
const VOTES_AT_ONCE = 99;

/**
 * Lists all votes of an item by time. Where an earlier attempt was interrupted, the next one goes
 * on. In the stream, an item with many votes would hold up others: after a page of them, a worker goes on.
 */
export const listVotesOf = (database: Database, itemId: string, isInStream: boolean): Promise<void> =>
  retryOnConflict(async () => {
    while (await listMissing(database, itemId, isInStream));
  }, orRedeliver('The votes of an item kept changing.'));

/**
 * Lists the votes that are not listed, and returns whether there were any. Where there are none, records that: the release
 * before may have taken back votes that had been counted as listed. A vote that it adds meanwhile is a conflict.
 */
async function listMissing(database: Database, itemId: string, isInStream: boolean): Promise<boolean> {
  const read = createReader(database);
  const item = await getItem(read, itemId);
  let pages = 0;
  let found = 0;
  for await (const votes of votePages(read, itemId)) {
    if (isInStream && ++pages > 1) throw new HoldsUpOthers('An item has many votes to list.');
    const missing = votes.filter((vote) => !isListed(vote));
    found += missing.length;
    for (let start = 0; start < missing.length; start += VOTES_AT_ONCE) {
      await commit(database, listVotes(missing.slice(start, start + VOTES_AT_ONCE), writeConflict));
    }
  }
  if (found > 0) return true;
  if (item && !hasListedVotes(item)) await commit(database, [recordListedVotes(item, writeConflict)]);
  return false;
}
