import { createHash } from 'node:crypto';
import { itemKind } from '../../kernel/db/table.ts';
import type { Audience, OAuthScope } from '../../kernel/auth/audience.ts';
import type { GrantContent } from '../../kernel/auth/grant-store.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

/** Lifetime of an authorization code in milliseconds (RFC 6749, section 4.1.2 allows ten minutes). */
export const AUTHORIZATION_CODE_LIFETIME_MS = 60_000;

/** Seconds for which a used code is remembered, to detect reuse long afterwards. */
const CODE_RETENTION_SECONDS = 24 * 60 * 60;

/** A user's consent, until the client exchanges the code for tokens. */
export interface AuthorizationCode {
  userId: string;
  clientId: string;
  clientName: string;
  redirectUri: string;
  /** The S256 challenge of PKCE (RFC 7636). */
  challenge: string;
  audience: Audience;
  /** The OAuth scopes that the user allowed. */
  scopes?: readonly OAuthScope[];
  /** The teams that the user limited it to; undefined for all. */
  teamIds?: readonly string[];
  /** `members` if the text of visitors is to be withheld. */
  content?: GrantContent | undefined;
  /** `proposed` if what it writes is only to be proposed. */
  writes?: 'proposed' | undefined;
  /** Password version of the account; undefined for a user without a password. */
  passwordSetAt?: string | undefined;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** The grant that it was exchanged for. */
  grantId?: string;
}

/** Authorization codes, by their hashes. */
const codeKind = itemKind('AC#', 'expiry');

/** A code has 256 bits of entropy, so one round of SHA-256 is enough to store it. */
const codeKey = (code: string): Key => codeKind.key(createHash('sha256').update(code).digest('base64url'));

export async function getCode(read: Reader, code: string): Promise<AuthorizationCode | undefined> {
  return (await read.get(codeKey(code))) as (Item & AuthorizationCode) | undefined;
}

export const putAuthorizationCode = (code: string, kept: AuthorizationCode): Change => ({
  put: { ...codeKey(code), ...kept, ttl: Math.ceil(kept.expiresAt / 1000) + CODE_RETENTION_SECONDS },
});

/** Marks a code as used by a grant. Throws `usedUp` if it is already used. */
export const consumeAuthorizationCode = (code: string, grantId: string, usedUp: () => Error): Change => ({
  update: codeKey(code),
  with: { set: { grantId } },
  if: { equals: { grantId: undefined } },
  onConditionFailed: usedUp,
});
