import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '../../kernel/core/services.ts';
import type { SentCode } from './challenge-store.ts';

const DIGITS = 6;
const CODES = 10 ** DIGITS;
/** The largest multiple of CODES that four bytes can have: numbers above it would favor some codes. */
const BOUND = Math.floor(2 ** 32 / CODES) * CODES;

/** A random code of six digits, each as likely as any other. */
export function newCode(randomBytes: (size: number) => Buffer): string {
  for (;;) {
    const number = randomBytes(4).readUInt32BE();
    if (number < BOUND) return String(number % CODES).padStart(DIGITS, '0');
  }
}

/** A code of ten digits, for an address that is asked about so often that six could be guessed. */
export const newLongCode = (randomBytes: (size: number) => Buffer): string =>
  newCode(randomBytes) + newCode(randomBytes).slice(2);

/**
 * Parses a code as people type or paste it, with spaces and dashes between the digits; returns undefined for anything
 * else.
 */
export function parseCode(text: string): string | undefined {
  const digits = text.normalize('NFKC').replaceAll(/[\s-]+/g, '');
  return /^\d{6}(\d{4})?$/.test(digits) ? digits : undefined;
}

const digestOf = (code: string, { id, email }: Pick<SentCode, 'id' | 'email'>, key: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([id, email.toLowerCase(), code]))
    .digest();

/** The stored digest of a code, which a reader of the table cannot reverse by trying all codes. */
export async function codeDigest(
  code: string,
  challenge: Pick<SentCode, 'id' | 'email'>,
  { keys }: Pick<Services, 'keys'>,
): Promise<string> {
  return digestOf(code, challenge, (await keys('signInCode')).current.key).toString('base64url');
}

/** Compares in constant time, also with keys of before a rotation. */
export async function matchesCode(
  code: string,
  challenge: Pick<SentCode, 'id' | 'email' | 'digest'>,
  { keys }: Pick<Services, 'keys'>,
): Promise<boolean> {
  const kept = Buffer.from(challenge.digest, 'base64url');
  const { all } = await keys('signInCode');
  return all.map(({ key }) => timingSafeEqual(digestOf(code, challenge, key), kept)).includes(true);
}
