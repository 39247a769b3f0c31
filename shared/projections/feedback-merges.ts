import { writeConflict } from '../kernel/core/errors.ts';
import type { Database } from '../kernel/core/database.ts';
import { createReader } from '../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../kernel/db/retry-on-conflict.ts';
import { HoldsUpOthers } from '../kernel/db/unavailable.ts';
import { commit } from '../kernel/db/write.ts';
import {
  feedbackItemKind,
  getItem,
  recordVotes,
  toItem,
  votesMovedTo,
  voteTargetsOf,
} from '../feedback/items/item-store.ts';
import { copyVotes, findVoters, removeCopies, votePages } from '../feedback/items/vote-store.ts';
import type { Projection } from '../kernel/log/projection.ts';

/** Votes copied in one transaction. */
const AT_ONCE = 50;

/**
 * Copies the votes of merged items to those that they were merged into, one for each person, and takes the copies away
 * when a merge is undone. The item names every item that may have copies, and the one that has all.
 */
export const feedbackMerges: Projection = {
  name: 'feedback-merges',
  follows: [feedbackItemKind],
  deletionsOnly: false,
  async handle({ database, inOrder = false }, changes) {
    for (const id of new Set(changes.map(({ key }) => feedbackItemKind.idOf(key)))) {
      await retryOnConflict(
        () => settle(database, id, inOrder),
        orRedeliver('The votes of an item kept changing.'),
      );
    }
  },
  rebuild: { leads: (item) => (feedbackItemKind.includes(item) ? [{ key: item }] : []) },
};

/** In the stream, an item with many votes would hold up others: after a page of them, a worker goes on. */
async function settle(database: Database, id: string, isInStream: boolean): Promise<void> {
  const stored = await getItem(createReader(database), id);
  if (!stored) return;
  const into = toItem(stored).mergedIntoId ?? undefined;
  const left = voteTargetsOf(stored).filter((target) => target !== into);
  if (left.length === 0 && votesMovedTo(stored) === into) return;
  for (const target of left) await takeAway(database, id, target, isInStream);
  if (into !== undefined && votesMovedTo(stored) !== into) await copy(database, id, into, isInStream);
  await commit(database, [recordVotes(stored, { to: into, left }, writeConflict)]);
}

/** Copies the votes that are not there yet, page by page: where an earlier attempt was interrupted, the next one goes on. */
async function copy(database: Database, from: string, into: string, isInStream: boolean): Promise<void> {
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

async function takeAway(
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
