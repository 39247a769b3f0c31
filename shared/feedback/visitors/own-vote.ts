import * as z from 'zod';
import { visitorOperation } from '../../kernel/api/operation/visitor-operation.ts';
import type { Change } from '../../kernel/core/database.ts';
import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { newVoter } from '../items/author.ts';
import { noteVoted } from '../items/follow-store.ts';
import { putUncountedVote } from '../items/uncounted-vote-store.ts';
import { addVote, getVote, putVote, removeVote, type NewVote } from '../items/vote-store.ts';
import { loadShownItem, personOf, shownItemOrThrow } from './shown-to-visitor.ts';
import { visitorLimits } from './visitor-limits.ts';

const voteSchema = () => z.object({ itemId: uuid(), voted: z.boolean() });

/**
 * Changes that store a vote and count it on its item. Where votes for the item come faster than DynamoDB lets one item take
 * part in transactions, the vote is stored at once and counted by the stream within moments.
 */
export function voteChanges(
  vote: NewVote,
  { now, refused, alsoWrite }: { now: Date; refused: () => Error; alsoWrite: readonly Change[] },
): { counted: Change[]; whenContended: Change[] } {
  const more = [noteVoted(vote.itemId, vote.userId), ...alsoWrite];
  return {
    counted: [...addVote(vote, now, writeConflict, refused), ...more],
    whenContended: [putVote(vote, now, writeConflict), putUncountedVote(vote, now), ...more],
  };
}

export const castOwnVote = visitorOperation({
  id: 'castOwnVote',
  summary: 'Vote for an idea, once',
  limit: visitorLimits.votes,
  params: { portalId: uuid(), itemId: uuid() },
  output: voteSchema,
  load: ({ path, read }) => loadShownItem(read, path),
  handle: async ({ caller, read, loaded, now, commit }) => {
    const { portal, item } = await shownItemOrThrow({ caller, read }, loaded);
    const person = personOf(caller);
    const vote = { itemId: item.id, userId: person.userId };
    const [given, voter] = await Promise.all([
      getVote(read, item.id, person.userId),
      newVoter(read, { ...person, portalId: portal.id }, now),
    ]);
    if (given) return { itemId: item.id, voted: true };
    const refused = () => notFound('item');
    const { counted, whenContended } = voteChanges(vote, { now, refused, alsoWrite: voter });
    await commit(counted, item.id, undefined, { whenContended });
    return { itemId: item.id, voted: true };
  },
});

export const withdrawOwnVote = visitorOperation({
  id: 'withdrawOwnVote',
  summary: 'Take back a vote for an idea',
  limit: visitorLimits.votes,
  withdraws: true,
  params: { portalId: uuid(), itemId: uuid() },
  output: voteSchema,
  load: ({ path, read }) => loadShownItem(read, path),
  handle: async ({ caller, read, loaded, commit }) => {
    const { item } = await shownItemOrThrow({ caller, read }, loaded);
    const given = await getVote(read, item.id, caller.principalId);
    if (given) await commit(removeVote(given, writeConflict), item.id);
    return { itemId: item.id, voted: false };
  },
});
