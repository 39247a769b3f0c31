import { writeConflict } from '../kernel/core/errors.ts';
import type { Database } from '../kernel/core/database.ts';
import { createReader } from '../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../kernel/db/retry-on-conflict.ts';
import { commit } from '../kernel/db/write.ts';
import {
  feedbackItemKind,
  getItem,
  recordVotes,
  toItem,
  votesMovedTo,
  voteTargetsOf,
} from '../feedback/items/item-store.ts';
import { copyVotes, listVotes, removeCopies } from '../feedback/items/vote-store.ts';
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
  async handle({ database }, changes) {
    for (const id of new Set(changes.map(({ key }) => feedbackItemKind.idOf(key)))) {
      await retryOnConflict(() => settle(database, id), orRedeliver('The votes of an item kept changing.'));
    }
  },
  rebuild: { leads: (item) => (feedbackItemKind.includes(item) ? [{ key: item }] : []) },
};

async function settle(database: Database, id: string): Promise<void> {
  const stored = await getItem(createReader(database), id);
  if (!stored) return;
  const into = toItem(stored).mergedIntoId ?? undefined;
  const left = voteTargetsOf(stored).filter((target) => target !== into);
  if (left.length === 0 && votesMovedTo(stored) === into) return;
  for (const target of left) await takeAway(database, id, target);
  if (into !== undefined && votesMovedTo(stored) !== into) await copy(database, id, into);
  await commit(database, [recordVotes(stored, { to: into, left }, writeConflict)]);
}

async function copy(database: Database, from: string, into: string): Promise<void> {
  const read = createReader(database);
  const [given, there, target] = await Promise.all([
    listVotes(read, from),
    listVotes(read, into),
    getItem(read, into),
  ]);
  if (!target) return;
  const voters = new Set(there.map(({ userId }) => userId));
  const missing = given.filter(({ userId }) => !voters.has(userId));
  for (let start = 0; start < missing.length; start += AT_ONCE) {
    await commit(database, copyVotes(missing.slice(start, start + AT_ONCE), into, writeConflict));
  }
}

async function takeAway(database: Database, from: string, target: string): Promise<void> {
  const read = createReader(database);
  const [votes, stored] = await Promise.all([listVotes(read, target), getItem(read, target)]);
  if (!stored) return;
  const copies = votes.filter((vote) => vote.from === from);
  for (let start = 0; start < copies.length; start += AT_ONCE) {
    await commit(database, removeCopies(copies.slice(start, start + AT_ONCE), writeConflict));
  }
}
