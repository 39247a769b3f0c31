import { createHash, timingSafeEqual } from 'node:crypto';
import { idFromBytes, idToBytes } from '../core/id.ts';

const ID_BYTES = 16;
const SECRET_BYTES = 32;

/** The form of every such secret. */
export const userSecretPattern = /^[A-Za-z0-9_-]{64}$/;

/** A secret that contains its user's id, so that one read finds it and everything about the user. */
export interface UserSecret {
  userId: string;
  /** The transmitted form: in a cookie or an invitation link. */
  text: string;
  /** The stored form. It has 256 bits of entropy, so one round of SHA-256 is enough. */
  hash: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** `randomBytes` has to be of cryptographic quality. */
export function newUserSecret(userId: string, randomBytes: (size: number) => Buffer): UserSecret {
  const text = Buffer.concat([idToBytes(userId), randomBytes(SECRET_BYTES)]).toString('base64url');
  return { userId, text, hash: hashOf(text) };
}

/** Parses a secret's text; undefined if it is malformed. Does not check whether the secret is valid. */
export function parseUserSecret(text: string): UserSecret | undefined {
  if (!userSecretPattern.test(text)) return undefined;
  const userId = idFromBytes(Buffer.from(text, 'base64url').subarray(0, ID_BYTES));
  return { userId, text, hash: hashOf(text) };
}

/** Compares with a stored hash in constant time. */
export const matchesUserSecret = ({ hash }: UserSecret, kept: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(kept));
