import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { getStoryItem, storyIdOf, storyTeamOf, toStory } from '../story/story-store.ts';
import { heldClaim, type Claim } from '../story-parts/claim.ts';
import { claimId, lastFencingNumberOf } from '../story-parts/claim-store.ts';
import { holderOf, newClaim, storeClaim } from './new-claim.ts';

type RecordedClaimsContext = Pick<OperationContext, 'caller' | 'read' | 'now' | 'tryWrite' | 'changeSetId'>;

/** A claim with the story as it was read before. */
export interface MadeClaim {
  item: Item;
  claim: Claim;
}

/**
 * A new claim of a story as the record of an idempotency key describes it. The record is written before the claim, since
 * two writes cost less than a transaction, and says all that is needed to make the claim after an interruption.
 */
export const recordOfClaim = (
  item: Item,
  leaseSeconds: number,
  { now }: Pick<RecordedClaimsContext, 'now'>,
): string => [storyIdOf(item), lastFencingNumberOf(item) + 1, leaseSeconds, now.toISOString()].join('#');

export const storyOfRecord = (record: string): string => record.split('#')[0]!;

/**
 * The claim that a record describes, as long as it holds. One that is not there yet is made, by the request that recorded
 * it or by its repetition. Undefined if it has ended, or if another one was made instead.
 */
export async function makeRecorded(
  context: RecordedClaimsContext,
  record: string,
): Promise<MadeClaim | undefined> {
  const { caller, read, now, tryWrite } = context;
  const [storyId, number, seconds, claimedAt] = record.split('#') as [string, string, string, string];
  const leaseSeconds = Number(seconds);
  for (;;) {
    const [item, holder] = await Promise.all([getStoryItem(read, storyId), holderOf(read, caller)]);
    if (!item || !caller.teamIds.has(storyTeamOf(item))) return undefined;
    const held = heldClaim(toStory(item), now);
    if (held?.id === claimId(storyId, Number(number), claimedAt)) return { item, claim: held };
    const claim = newClaim(item, holder, leaseSeconds, { now: new Date(claimedAt) });
    const isLate = claim.fencingNumber !== Number(number) || claim.expiresAt <= now.toISOString();
    if (held || isLate) return undefined;
    if (await tryWrite([storeClaim(item, claim, context, leaseSeconds)])) return { item, claim };
  }
}
