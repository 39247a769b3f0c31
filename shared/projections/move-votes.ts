import { writeConflict } from '../kernel/core/errors.ts';
import type { Database } from '../kernel/core/database.ts';
import { createReader } from '../kernel/db/reader.ts';
import { HoldsUpOthers } from '../kernel/db/unavailable.ts';
import { commit } from '../kernel/db/write.ts';
import { getItem } from '../feedback/items/item-store.ts';
import { copyVotes, findVoters, removeCopies, votePages } from '../feedback/items/vote-store.ts';

/** Votes copied in one transaction. */
const AT_ONCE = 50;

/** Copies the votes that are not there yet, page by page: where an earlier attempt was interrupted, the next one goes on. */
export async function copy(
  database: Database,
  from: string,
  into: string,
  isInStream: boolean,
): Promise<void> {
  if (!(await getItem(createReader(database), into))) return;
  let pages = 0;
  for await (const given of votePages(createReader(database), from)) {
    if (isInStream && ++pages > 1) throw new HoldsUpOthers('An item has many votes to copy.');
    for (let start = 0; start < given.length; start += AT_ONCE) {
      const some = given.slice(start, start + AT_ONCE);
      const voters = await findVoters(
        createReader(database),
        into,
        some.map(({ userId }) => userId),
      );
      const missing = some.filter(({ userId }) => !voters.has(userId));
      if (missing.length > 0) await commit(database, copyVotes(missing, into, writeConflict));
    }
  }
}

/** Takes copies away. In the stream, an item with many votes would hold up others: after a page of them, a worker goes on. */
export async function takeAway(
  database: Database,
  from: string,
  target: string,
  isInStream: boolean,
): Promise<void> {
  if (!(await getItem(createReader(database), target))) return;
  let pages = 0;
  for await (const votes of votePages(createReader(database), target)) {
    if (isInStream && ++pages > 1) throw new HoldsUpOthers('An item has many votes to take away.');
    const copies = votes.filter((vote) => vote.from === from);
    for (let start = 0; start < copies.length; start += AT_ONCE) {
      await commit(database, removeCopies(copies.slice(start, start + AT_ONCE), writeConflict));
    }
  }
}
