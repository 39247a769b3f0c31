import * as z from 'zod';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';

export const claimSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      storyId: uuid(),
      holder: z.object({ kind: z.enum(['user', 'service_account']), id: uuid(), name: z.string() }),
      fencingNumber: z.int().meta({
        description: 'Rises with each claim of the story; never used again.',
      }),
      claimedAt: timestamp(),
      expiresAt: timestamp().meta({ description: 'The end of the lease, unless it is renewed.' }),
    })
    .meta({ id: 'Claim', description: 'Who works on a story until when, so that no one else starts on it.' }),
);

export type Claim = z.output<ReturnType<typeof claimSchema>>;

/** Limits of a lease, in seconds. */
const LEASE_MIN_SECONDS = 30;
const LEASE_MAX_SECONDS = 86_400;

export const leaseSeconds = () =>
  z
    .int({ error: 'must be a whole number of seconds', abort: true })
    .min(LEASE_MIN_SECONDS, { error: `must be at least ${LEASE_MIN_SECONDS}` })
    .max(LEASE_MAX_SECONDS, { error: `must be at most ${LEASE_MAX_SECONDS}` });

/** The body of renewals and releases. */
export const fencingNumber = () =>
  z.int({ error: 'must be the fencingNumber of a claim', abort: true }).min(1, {
    error: 'must be at least 1',
  });

interface Claimable {
  claim: Claim | null;
}

/** The claim of a stored story that holds at a time; null if there is none or its lease has ended. */
export const heldClaim = ({ claim }: Claimable, now: Date): Claim | null =>
  claim && claim.expiresAt > now.toISOString() ? claim : null;

/** A story as the API returns it: with its claim, if one holds. */
export const withHeldClaim = <S extends Claimable>(story: S, now: Date): S => ({
  ...story,
  claim: heldClaim(story, now),
});

/** The time at which a lease ends. */
export const leaseEnd = (seconds: number, now: Date): string =>
  new Date(now.getTime() + seconds * 1_000).toISOString();

const isHolder = (claim: Claim, caller: Caller): boolean => claim.holder.id === caller.actor.id;

const shown = (claim: Claim | null) => (claim ? { holder: claim.holder, expiresAt: claim.expiresAt } : {});

/** The 409 for a story that someone else works on. */
export const claimed = (claim: Claim, hint?: string): ApiError =>
  new ApiError('claimed', `${claim.holder.name} has claimed the story until ${claim.expiresAt}.`, {
    details: shown(claim),
    ...(hint ? { hint } : {}),
  });

/** The 409 for a write under a claim that does not hold; `current` is the one that does, if any. */
export const claimLost = (current: Claim | null): ApiError =>
  new ApiError('claim_lost', 'The claim with this fencingNumber does not hold.', { details: shown(current) });

/** Throws unless the caller holds the claim with a fencing number; returns it. */
export function ownClaimOrThrow(story: Claimable, number: number, caller: Caller, now: Date): Claim {
  const claim = heldClaim(story, now);
  if (claim?.fencingNumber !== number || !isHolder(claim, caller)) throw claimLost(claim);
  return claim;
}

/** The claim of a story that someone else than the caller holds; null if no one does. */
export function claimOfOther(story: Claimable, caller: Caller, now: Date): Claim | null {
  const claim = heldClaim(story, now);
  return claim && isHolder(claim, caller) ? null : claim;
}

/** Throws a 409 if someone else holds the claim of a story that is to be deleted or archived. */
export function assertNotClaimedByOther(story: Claimable, caller: Caller, now: Date): void {
  const claim = claimOfOther(story, caller, now);
  if (!claim) return;
  throw claimed(
    claim,
    'Wait until expiresAt. A person can first take it over: update a field, such as assigneeId, with takeOver: true.',
  );
}

/** What a request says about the claim of the story that it changes. */
interface ClaimTerms {
  takeOver?: boolean | undefined;
}

/** The fields that only the holder of a story's claim changes. */
const guardedFields = ['statusId', 'assigneeId', 'sprintId', 'completedAt'] as const;

type Guarded = Claimable & { [F in (typeof guardedFields)[number]]: string | null };

const isFinished = (category: StatusCategory | undefined): boolean =>
  category === 'completed' || category === 'cancelled';

/** Whether a person acts, not a program or an AI client in the name of one. */
export const isPerson = ({ kind, actor }: Caller): boolean =>
  kind !== 'serviceAccount' && actor.via !== 'mcp';

/**
 * Whether a change ends the claim of a story: it completes or cancels the story, or a person takes the story over. Throws
 * a 409 if the claim does not allow the change. `entered` is the category of a new status.
 */
export function endsClaim(
  story: Guarded,
  next: Guarded,
  { takeOver }: ClaimTerms,
  { caller, now, entered }: { caller: Caller; now: Date; entered?: StatusCategory | undefined },
): boolean {
  const claim = heldClaim(story, now);
  if (!claim) return false;
  if (isHolder(claim, caller)) return isFinished(entered);
  if (takeOver && isPerson(caller)) return true;
  if (guardedFields.some((field) => next[field] !== story[field])) throw claimed(claim);
  return false;
}
