import { commit, commitUnlessContended } from '../../kernel/db/write.ts';
import type { Change, Database } from '../../kernel/core/database.ts';
import { noteVoted } from './follow-store.ts';
import { putUncountedVote } from './uncounted-vote-store.ts';
import { addVote, putVote, type NewVote } from './vote-store.ts';

interface Ballot {
  now: Date;
  /** The error if the person has already voted. */
  again: () => Error;
  /** The error if the item takes no votes. */
  refused: () => Error;
  /** What is written along with the vote. */
  along: readonly Change[];
}

/**
 * Stores a vote and counts it on its item. Where votes for the item come faster than DynamoDB lets one item take part in
 * transactions, the vote is stored at once and counted by the stream within moments.
 */
export async function castVote(
  database: Database,
  vote: NewVote,
  { now, again, refused, along }: Ballot,
): Promise<void> {
  const more = [noteVoted(vote.itemId, vote.userId), ...along];
  if (await commitUnlessContended(database, [...addVote(vote, now, again, refused), ...more])) return;
  await commit(database, [putVote(vote, now, again), putUncountedVote(vote, now), ...more]);
}
