import type { OperationContext } from '../../kernel/core/call.ts';
import { newChangeSetId } from '../../kernel/core/change-set-id.ts';
import type { Story } from '../story/story.ts';
import { toStory } from '../story/story-store.ts';
import type { Claim } from '../story-parts/claim.ts';
import { holderOf, newClaim, storeClaim } from './new-claim.ts';
import { findReadyStories } from './ready-stories.ts';
import { makeRecorded, recordOfClaim, type MadeClaim } from './recorded-claims.ts';

/** Which stories are claimed, how many and for how long. */
interface ClaimRequest {
  leaseSeconds: number;
  limit?: number | undefined;
  filter?: string | undefined;
  teamId?: string | undefined;
}

interface ClaimedStory {
  story: Story;
  claim: Claim;
}

/** Claims the next stories that are ready, as a request of claimNextStories asks for. */
export async function claimReadyStories(
  context: OperationContext,
  { leaseSeconds: seconds, limit = 1, filter, teamId }: ClaimRequest,
): Promise<ClaimedStory[]> {
  // Several claims of one request are one change set.
  const changeSetId = context.changeSetId ?? (limit > 1 ? newChangeSetId(context.now) : undefined);
  const call = { ...context, changeSetId };
  const holder = holderOf(call.read, call.caller);
  holder.catch(() => undefined);
  const found: MadeClaim[] = [];
  const missing = () => limit - found.length;
  const records = (claims: readonly MadeClaim[]) =>
    claims.map(({ item }) => recordOfClaim(item, seconds, call)).join(',');
  let recorded: string | undefined;
  for await (const candidates of findReadyStories(call, { filter, teamId }, missing)) {
    const by = await holder;
    const proposed = candidates.map((item) => ({ item, claim: newClaim(item, by, seconds, call) }));
    recorded = records([...found, ...proposed]);
    await call.recordFirst(recorded);
    found.push(...(await claimEach(call, proposed, seconds)));
  }
  // A repeated request is to return these, and to claim nothing more.
  if (recorded !== records(found)) await call.recordFirst(records(found));
  return found.map(({ item, claim }) => ({ story: { ...toStory(item), claim }, claim }));
}

/** The claims that an earlier request recorded, as they are now. */
export async function claimRecordedStories(
  call: OperationContext,
  resourceId: string,
): Promise<ClaimedStory[]> {
  const recorded = resourceId.split(',').filter(Boolean);
  const made = await Promise.all(recorded.map((record) => makeRecorded(call, record)));
  return made.flatMap((one) =>
    one ? [{ story: { ...toStory(one.item), claim: one.claim }, claim: one.claim }] : [],
  );
}

/** Claims each story by a write of its own; returns those that no other caller claimed first. */
async function claimEach(
  call: OperationContext,
  proposed: readonly MadeClaim[],
  seconds: number,
): Promise<MadeClaim[]> {
  const made = await Promise.all(
    proposed.map(async (one) => {
      if (await call.tryWrite([storeClaim(one.item, one.claim, call, seconds)])) return one;
      // The same request, sent twice, may have made it.
      return call.requestKey === undefined
        ? undefined
        : await makeRecorded(call, recordOfClaim(one.item, seconds, call));
    }),
  );
  return made.filter((one) => one !== undefined);
}
