import { setTimeout as delay } from 'node:timers/promises';
import { castVote } from '../../shared/feedback/items/cast-vote.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import { newId } from '../../shared/kernel/core/id.ts';

/** How long DynamoDB takes for a transaction of a few items, in milliseconds. */
export const TRANSACTION_MS = 8;
const VOTES_A_SECOND = 200;

/** Has as many people vote for an idea, two hundred a second; each waits for no other. */
export async function castSteadily(database: Database, itemId: string, votes: number): Promise<void> {
  const unwanted = () => new Error('This vote is the first of its voter.');
  const cast = async (position: number) => {
    await delay((position * 1_000) / VOTES_A_SECOND);
    const now = new Date();
    const ballot = { now, again: unwanted, refused: unwanted, along: [] };
    await castVote(database, { itemId, userId: newId(now) }, ballot);
  };
  await Promise.all(Array.from({ length: votes }, (_, position) => cast(position)));
}
