import { createHmac } from 'node:crypto';
import type { DerivedKey, PurposeKeys } from '../../kernel/core/keyring.ts';

/**
 * A secret with which a company signs tokens for its customers. It is derived from the keyring, so that the table has
 * nothing that signs; it expires before the keyring forgets the version that it is derived from.
 */
export interface CustomerSecret {
  /** Random; names it in the table and in sessions. */
  id: string;
  /** The version of the keyring that it is derived from. */
  version: number;
  /** ISO 8601. */
  expiresAt: string;
}

const PREFIX = 'pcs_';
const ID_BYTES = 16;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Lifetime of a secret in days; at most RETIREMENT_MS of the keyring. */
export const CUSTOMER_SECRET_DAYS = 365;
/** The time for which the secrets of before stay valid, in milliseconds; the same as for webhook secrets. */
const ROTATION_OVERLAP_MS = DAY_MS;

/** How many of the secrets of before stay valid, the newest: who makes several in a row still has the one that is in use. */
const EARLIER_SECRETS_MAX = 4;

/** A new secret of today. */
export const newCustomerSecret = (
  { version }: DerivedKey,
  { now, randomBytes }: { now: Date; randomBytes: (size: number) => Buffer },
): CustomerSecret => ({
  id: randomBytes(ID_BYTES).toString('base64url'),
  version,
  expiresAt: new Date(now.getTime() + CUSTOMER_SECRET_DAYS * DAY_MS).toISOString(),
});

/** The secrets that have not expired. */
export const activeCustomerSecrets = (secrets: readonly CustomerSecret[], now: Date): CustomerSecret[] =>
  secrets.filter(({ expiresAt }) => expiresAt > now.toISOString());

/** The secrets after a rotation: the new one, and those of before for another day at most. */
export function rotatedSecrets(
  made: CustomerSecret,
  secrets: readonly CustomerSecret[],
  now: Date,
): CustomerSecret[] {
  const until = new Date(now.getTime() + ROTATION_OVERLAP_MS).toISOString();
  const earlier = activeCustomerSecrets(secrets, now).slice(0, EARLIER_SECRETS_MAX);
  return [
    made,
    ...earlier.map((one) => ({ ...one, expiresAt: one.expiresAt < until ? one.expiresAt : until })),
  ];
}

/** The text of a portal's secret, as its company gets it; undefined if the keyring no longer has its version. */
export function customerSecretText(
  { id, version }: CustomerSecret,
  { all }: Pick<PurposeKeys, 'all'>,
  portalId: string,
): string | undefined {
  const found = all.find((one) => one.version === version);
  return found && PREFIX + createHmac('sha256', found.key).update(`${portalId}.${id}`).digest('base64url');
}
