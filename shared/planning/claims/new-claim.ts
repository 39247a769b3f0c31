import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Change, Item, Reader } from '../../kernel/core/database.ts';
import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';
import { principalOf } from '../../identity/principals/principal-of.ts';
import { storyIdOf, setClaim } from '../story/story-store.ts';
import { leaseEnd, type Claim } from '../story-parts/claim.ts';
import { claimId, lastFencingNumberOf } from '../story-parts/claim-store.ts';

type Holder = Claim['holder'];

/** The caller as the holder of claims, with the name of this moment. */
export async function holderOf(read: Reader, { workspaceId, principalId }: Caller): Promise<Holder> {
  const item = await getMemberItem(read, workspaceId, principalId);
  if (!item) throw notFound('principal');
  const { id, kind, name } = principalOf(principalId, item);
  return { kind: kind, id, name };
}

/** The next claim of a story. */
export const newClaim = (
  item: Item,
  holder: Holder,
  leaseSeconds: number,
  { now }: Pick<OperationContext, 'now'>,
): Claim => {
  const storyId = storyIdOf(item);
  const fencingNumber = lastFencingNumberOf(item) + 1;
  const claimedAt = now.toISOString();
  const id = claimId(storyId, fencingNumber, claimedAt);
  return { id, storyId, holder, fencingNumber, claimedAt, expiresAt: leaseEnd(leaseSeconds, now) };
};

/** Stores a claim, or with null its end, unless the story or its claim has changed since it was read. */
export const storeClaim = (
  item: Item,
  claim: Claim | null,
  { caller, now, changeSetId }: Pick<OperationContext, 'caller' | 'now' | 'changeSetId'>,
  leaseSeconds?: number,
): Change => setClaim(item, claim, { now, actor: caller.actor, leaseSeconds, changeSetId }, writeConflict);

/** Names a claim in the record of an idempotency key. */
export const claimRecord = ({ storyId, fencingNumber }: Claim): string => `${storyId}#${fencingNumber}`;

/** The story and the number of a claim in such a record. */
export function recordedClaim(record: string): { storyId: string; fencingNumber: number } {
  const [storyId, number] = record.split('#');
  return { storyId: storyId!, fencingNumber: Number(number) };
}
