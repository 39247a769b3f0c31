import { createHash } from 'node:crypto';
import { itemKind } from '../../kernel/db/table.ts';
import type { UserSecret } from '../../kernel/auth/user-secret.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import type { Intent } from '../session/intent.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';

/** The lifetime of a code in milliseconds. */
export const SENT_CODE_LIFETIME_MS = 10 * 60 * 1000;
/** The maximum number of tries per code. */
export const CODE_TRIES_MAX = 5;
/** How long the form of a code that has signed in can be sent again by its browser, in milliseconds. */
export const CODE_REPEAT_MS = 60 * 1000;

/** A code that was sent to an address. */
export interface SentCode {
  id: string;
  email: string;
  /** Of the code, with a key that is not in the table. */
  digest: string;
  /** How many digits it has; left out where the form is sent by hand. */
  digits?: number;
  tries: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** A code that was sent to sign in with, and what was asked with it. */
export interface Challenge extends SentCode {
  intent: Intent;
  used?: UsedCode;
}

/** What is stored of a code that has signed in: its form may be sent twice, and leads to the same session. */
export interface UsedCode {
  /** Milliseconds since 1970. */
  at: number;
  userId: string;
  /** Random text; with the secret of the browser, it makes the secret of the session. */
  salt: string;
}

const signInCodeKind = itemKind('CODE#', 'expiry');

/** Under the secret of the browser that asked, so that no other browser finds it; a newer one replaces it. */
export const signInCodeKey = (browser: string): Key =>
  signInCodeKind.key(createHash('sha256').update(browser).digest('base64url'));

/** The code of ten digits that an address got last, for those who ask for it once more. */
export const lastCodeKey = (email: string): Key =>
  signInCodeKey(JSON.stringify(['last', email.toLowerCase()]));

/** The code of ten digits that an address got last, if it is still valid. */
export async function getLastCode(read: Reader, email: string, now: Date): Promise<SentCode | undefined> {
  const found = (await read.get(lastCodeKey(email))) as (Item & SentCode) | undefined;
  if (!found || !isValid(found, now)) return undefined;
  const { id, digest, digits, expiresAt } = found;
  return { id, email, digest, ...(digits === undefined ? {} : { digits }), tries: 0, expiresAt };
}

/** The code for a new address of an account, under the session that asked; deleted with the account. */
export const addressCodeKey = ({ userId, hash }: UserSecret): Key => ({
  pk: userPartition(userId),
  sk: `ADDRESS#${hash}`,
});

/** The challenge of a browser, if it is still valid. */
export async function getChallenge(read: Reader, browser: string, now: Date): Promise<Challenge | undefined> {
  const found = await getLatestChallenge(read, browser);
  return found && isOpen(found, now) ? found : undefined;
}

/** The challenge that a browser got last, as long as it is stored: it may be used, expired or tried too often. */
export const getLatestChallenge = async (read: Reader, browser: string): Promise<Challenge | undefined> =>
  (await read.get(signInCodeKey(browser))) as (Item & Challenge) | undefined;

/** Whether the code of a challenge can still be entered. */
export const isOpen = (challenge: Challenge, now: Date): boolean =>
  challenge.used === undefined && isValid(challenge, now);

/** Whether a code has signed in so recently that its form can be sent again. */
export const isRepeatable = ({ used }: Challenge, now: Date): boolean =>
  used !== undefined && now.getTime() < used.at + CODE_REPEAT_MS;

/** The code for a new address that a session has asked for, if it is still valid. */
export async function getAddressCode(
  read: Reader,
  secret: UserSecret,
  now: Date,
): Promise<SentCode | undefined> {
  const found = (await read.get(addressCodeKey(secret))) as (Item & SentCode) | undefined;
  return found && isValid(found, now) ? found : undefined;
}

const isValid = ({ expiresAt, tries }: SentCode, now: Date): boolean =>
  expiresAt > now.getTime() && tries < CODE_TRIES_MAX;

export const putSentCode = (key: Key, code: SentCode): Change => ({
  put: { ...key, ...code, ttl: Math.ceil(code.expiresAt / 1000) },
});

/** Counts a try before the code is compared. Throws `spent` if there were `most`, or another code was sent. */
export const countTry = (key: Key, { id }: SentCode, most: number, spent: () => Error): Change => ({
  update: key,
  with: { add: { tries: 1 } },
  if: { equals: { id }, below: { tries: most } },
  onConditionFailed: spent,
});

/** Stores what a browser asks with its code now. Throws `spent` if the code has been used, or another one was sent. */
export const setIntent = (browser: string, { id, intent }: Challenge, spent: () => Error): Change => ({
  update: signInCodeKey(browser),
  with: { set: { intent } },
  if: { equals: { id, used: undefined } },
  onConditionFailed: spent,
});

/** Marks a code as used by the session that it begins. Throws `spent` if it has been used, or another one was sent. */
export const useSignInCode = (
  browser: string,
  { id }: Challenge,
  used: UsedCode,
  spent: () => Error,
): Change => ({
  update: signInCodeKey(browser),
  with: { set: { used } },
  if: { equals: { id, used: undefined } },
  onConditionFailed: spent,
});

/** Uses a code up. Throws `spent` if it has been used. */
export const consumeSentCode = (key: Key, { id }: SentCode, spent: () => Error): Change => ({
  delete: key,
  if: { equals: { id } },
  onConditionFailed: spent,
});
