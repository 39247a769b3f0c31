import { conflict } from '../core/errors.ts';

/**
 * An encrypted signing secret and, after a rotation, when it stops being active; or the address of a chat, which is kept
 * with them and signs nothing.
 */
export interface SealedSecret {
  generation: number;
  sealed: string;
  until?: string;
  holds?: 'address';
}

/**
 * How long the previous secret stays active, in milliseconds (docs/specification.md, "Webhooks": 24 hours).
 */
const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Maximum number of active secrets: the current one, and those rotated less than 24 hours ago. */
const SECRETS_MAX = 5;

/** The secrets that sign and verify now, newest first. */
export const activeSecrets = (secrets: readonly SealedSecret[], now: Date): SealedSecret[] =>
  secrets.filter(({ until, holds }) => !holds && (until === undefined || until > now.toISOString()));

/**
 * The secrets after a rotation: the new one, and for 24 hours those that were active. Throws a 409, with what to do
 * instead of rotating again, if too many are active.
 */
export function withNewSecret(
  secrets: readonly SealedSecret[],
  next: SealedSecret,
  { now, instead }: { now: Date; instead: string },
): SealedSecret[] {
  const active = activeSecrets(secrets, now);
  if (active.length >= SECRETS_MAX) {
    throw conflict(
      `${SECRETS_MAX} secrets are already active; each stays active for 24 hours.`,
      `Rotate again tomorrow, or ${instead}.`,
    );
  }
  const until = new Date(now.getTime() + ROTATION_OVERLAP_MS).toISOString();
  return [next, ...active.map((one) => ({ until, ...one })), ...secrets.filter(({ holds }) => holds)];
}
