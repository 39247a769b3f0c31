import { uncountedVoteKind } from '../feedback/items/uncounted-vote-store.ts';
import type { Projection } from '../kernel/log/projection.ts';

/** Counts the votes that were stored while others for the same item kept coming, many at once. */
export const uncountedVotes: Projection = {
  name: 'uncounted-votes',
  follows: [uncountedVoteKind],
  deletionsOnly: false,
  async handle({ database }, changes) {
    const stored = changes.filter(({ after }) => after);
    if (stored.length === 0) return;
    // Imported on demand: few batches have any.
    const { countVotesOf } = await import('./count-votes.ts');
    for (const itemId of new Set(stored.map(({ key }) => uncountedVoteKind.idOf(key)))) {
      await countVotesOf(database, itemId);
    }
  },
  rebuild: {
    leads: (item) => (uncountedVoteKind.includes(item) ? [{ key: item }] : []),
  },
};
