import { setTimeout as delay } from 'node:timers/promises';
import type { NewVote } from '../../shared/feedback/items/vote-store.ts';
import { voteChanges } from '../../shared/feedback/visitors/own-vote.ts';
import { automation } from '../../shared/kernel/core/actor.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { commitEither } from '../../shared/kernel/db/write.ts';

/** How long DynamoDB takes for a transaction of a few items, in milliseconds. */
export const TRANSACTION_MS = 8;
const VOTES_A_SECOND = 200;

/** Casts a vote as the operation does, of somebody who has no account. */
export async function castVote(database: Database, vote: NewVote): Promise<void> {
  const refused = () => new Error('The idea takes votes.');
  const { counted, whenContended } = voteChanges(vote, { now: new Date(), refused, alsoWrite: [] });
  await commitEither(database, [counted, whenContended], automation);
}

/** Has as many people vote for an idea, two hundred a second; each waits for no other. */
export async function castSteadily(database: Database, itemId: string, votes: number): Promise<void> {
  const cast = async (position: number) => {
    await delay((position * 1_000) / VOTES_A_SECOND);
    await castVote(database, { itemId, userId: newId(new Date()) });
  };
  await Promise.all(Array.from({ length: votes }, (_, position) => cast(position)));
}
