import { createHash } from 'node:crypto';
import { entityKey } from '../db/table.ts';
import type { Change, Item, Key, Reader } from '../core/database.ts';
import type { Intent } from './intent.ts';

/** How long a code is valid, in milliseconds. */
export const CODE_LIFETIME_MS = 10 * 60 * 1000;
/** How often a code may be entered. */
export const CODE_TRIES_MAX = 5;

/** A code that was sent, and what was asked with it. */
export interface Challenge {
  id: string;
  email: string;
  intent: Intent;
  /** Of the code, with a key that is not in the table. */
  digest: string;
  tries: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Under the secret of the browser that asked, so that no other browser finds it; a newer one replaces it. */
const challengeKey = (browser: string): Key =>
  entityKey(`CODE#${createHash('sha256').update(browser).digest('base64url')}`);

/** The challenge of a browser, if it is still valid. */
export async function getChallenge(read: Reader, browser: string, now: Date): Promise<Challenge | undefined> {
  const found = (await read.get(challengeKey(browser))) as (Item & Challenge) | undefined;
  return found && found.expiresAt > now.getTime() && found.tries < CODE_TRIES_MAX ? found : undefined;
}

export const putChallenge = (browser: string, challenge: Challenge): Change => ({
  put: { ...challengeKey(browser), ...challenge, ttl: Math.ceil(challenge.expiresAt / 1000) },
});

/** Counts a try before the code is compared. Throws `spent` if there is none left or another code was sent. */
export const countTry = (browser: string, { id }: Challenge, spent: () => Error): Change => ({
  update: challengeKey(browser),
  with: { add: { tries: 1 } },
  if: { equals: { id }, below: { tries: CODE_TRIES_MAX } },
  onConditionFailed: spent,
});

/** Uses a challenge up. Throws `spent` if it has been used. */
export const consumeChallenge = (browser: string, { id }: Challenge, spent: () => Error): Change => ({
  delete: challengeKey(browser),
  if: { equals: { id } },
  onConditionFailed: spent,
});
