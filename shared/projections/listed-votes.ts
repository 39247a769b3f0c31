import { feedbackItemKind } from '../feedback/items/item-store.ts';
import { isBeforeListedVotes } from '../feedback/items/vote-count-store.ts';
import type { Projection } from '../kernel/log/projection.ts';

/**
 * Lists by time the votes that were stored by a release before there was this list: of an item when it first changes, and of
 * all when it is rebuilt. Until then, a page of an item's votes can cost
 * as much as all of them, or lack some that the release before stored.
 */
export const listedVotes: Projection = {
  name: 'listed-votes',
  follows: [feedbackItemKind],
  deletionsOnly: false,
  async handle({ database, inOrder = false }, changes) {
    const due = changes.filter(
      ({ before, after }) => after && (!inOrder || (before && isBeforeListedVotes(before))),
    );
    if (due.length === 0) return;
    // Imported on demand: few batches have any.
    const { listVotesOf } = await import('./list-votes.ts');
    for (const itemId of new Set(due.map(({ key }) => feedbackItemKind.idOf(key)))) {
      await listVotesOf(database, itemId, inOrder);
    }
  },
  rebuild: { leads: (item) => (feedbackItemKind.includes(item) ? [{ key: item }] : []) },
};
