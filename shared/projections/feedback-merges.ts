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
import type { Projection } from '../kernel/log/projection.ts';

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

async function settle(database: Database, id: string, isInStream: boolean): Promise<void> {
  const stored = await getItem(createReader(database), id);
  if (!stored) return;
  const into = toItem(stored).mergedIntoId ?? undefined;
  const left = voteTargetsOf(stored).filter((target) => target !== into);
  if (left.length === 0 && votesMovedTo(stored) === into) return;
  // Imported on demand: few changes of items merge them.
  const { copy, takeAway } = await import('./move-votes.ts');
  for (const target of left) await takeAway(database, id, target, isInStream);
  if (into !== undefined && votesMovedTo(stored) !== into) await copy(database, id, into, isInStream);
  await commit(database, [recordVotes(stored, { to: into, left }, writeConflict)]);
}
