import { isPerson, type Claim } from '../../planning/story-parts/claim.ts';
import { releaseStoryClaim } from '../../planning/claims/release-story-claim.ts';
import type { ResourceChanges } from './plan-revert.ts';
import type { RevertOutcome } from './revert-outcome.ts';
import { takeOver, type Resource, type RevertContext } from './take-over.ts';

/**
 * Ends the claim that a change set made of a story, if it still holds; a claim that was made since is kept and reported.
 * A claim that has ended stays ended. `before` is the story before the reversal, `now` after its fields were restored,
 * which may have ended the claim. Returns whether there was a claim to end.
 */
export async function revertClaim(
  context: RevertContext,
  { resource, id, last, fields }: ResourceChanges,
  { before, now }: { before: Resource; now: Resource },
  { conflicts, irreversible }: RevertOutcome,
): Promise<boolean> {
  const change = fields.find(({ field }) => resource === 'story' && field === 'claim');
  const [made, held] = [change?.to as Claim | null | undefined, before.claim];
  if (!made || !held) return false;
  if (held.id !== made.id) {
    conflicts.push({ resource, id, field: 'claim', now: held });
    return false;
  }
  const { caller, isDry, run, changeSetId } = context;
  const isOwn = held.holder.id === caller.actor.id;
  if (!isOwn && !isPerson(caller)) {
    irreversible.push({ resource, id, reason: `Only ${held.holder.name} or a person ends its claim.` });
    return false;
  }
  if (isDry || !now.claim) return true;
  const body = { fencingNumber: held.fencingNumber };
  if (isOwn) await run(releaseStoryClaim, { path: { storyId: id }, body }, changeSetId);
  else await takeOver(context, last, now);
  return true;
}
