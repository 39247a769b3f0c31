import { createHmac, timingSafeEqual } from 'node:crypto';
import { idFromBytes, idToBytes } from '../../kernel/core/id.ts';
import type { PurposeKeys } from '../../kernel/core/keyring.ts';
import type { Grant } from '../../kernel/auth/grant-store.ts';

const PREFIX = 'plt_ort_';
const PATTERN = /^plt_ort_[A-Za-z0-9_-]{91}$/;
const ID_BYTES = 16;
const CODE_BYTES = 32;
const BODY_BYTES = 2 * ID_BYTES + 4;

/** The contents of a refresh token; `verifyRefreshToken` checks whether they are genuine. */
export interface RefreshToken {
  userId: string;
  grantId: string;
  /** The token's generation within its grant, starting at 0. */
  generation: number;
  code: Buffer;
}

/**
 * The refresh token of a grant's generation: user, grant, generation and a MAC over them. It is
 * deterministic, so a client that lost a response gets an equal token again, and tokens need not be stored.
 */
export function refreshToken({ current }: PurposeKeys, grant: Grant): string {
  const body = bodyOf({ ...grant, grantId: grant.id });
  return PREFIX + Buffer.concat([body, codeOf(current.key, grant.seed, body)]).toString('base64url');
}

/** Parses a refresh token's text; undefined if it is malformed. */
export function parseRefreshToken(text: string): RefreshToken | undefined {
  if (!PATTERN.test(text)) return undefined;
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url');
  return {
    userId: idFromBytes(bytes.subarray(0, ID_BYTES)),
    grantId: idFromBytes(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
    generation: bytes.readUInt32BE(2 * ID_BYTES),
    code: bytes.subarray(BODY_BYTES, BODY_BYTES + CODE_BYTES),
  };
}

/** Whether a token was issued here for this grant; compares in constant time. */
export const verifyRefreshToken = (token: RefreshToken, { all }: PurposeKeys, { seed }: Grant): boolean =>
  all.some(({ key }) => timingSafeEqual(token.code, codeOf(key, seed, bodyOf(token))));

function bodyOf({ userId, grantId, generation }: Omit<RefreshToken, 'code'>): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(generation);
  return Buffer.concat([idToBytes(userId), idToBytes(grantId), number]);
}

const codeOf = (key: Buffer, seed: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(seed).update('\n').update(body).digest();
