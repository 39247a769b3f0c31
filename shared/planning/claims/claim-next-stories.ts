import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { memoize, text, uuid } from '../../kernel/core/schema.ts';
import { storySchema } from '../stories/story.ts';
import { getStoryItem, storyTeamOf, toStory } from '../stories/story-store.ts';
import { claimSchema, heldClaim, leaseSeconds, type Claim } from './claim.ts';
import { claimRecord, holderOf, newClaim, recordedClaim, storeClaim } from './new-claim.ts';

const CLAIMS_MAX = 10;
const FILTER_MAX_CHARACTERS = 500;

const request = memoize(() =>
  z
    .strictObject({
      leaseSeconds: leaseSeconds(),
      limit: z
        .int({ error: 'must be a whole number', abort: true })
        .min(1, { error: 'must be at least 1' })
        .max(CLAIMS_MAX, { error: `must be at most ${CLAIMS_MAX}` })
        .optional()
        .meta({ description: 'How many stories to claim at most.', default: 1 }),
      filter: text({ max: FILTER_MAX_CHARACTERS })
        .optional()
        .meta({ description: 'Which stories, as listStories takes it, such as `label:bug assignee:none`.' }),
      teamId: uuid().optional(),
    })
    .meta({ id: 'ClaimNextStoriesRequest' }),
);

const output = memoize(() =>
  z.array(
    z
      .object({ story: storySchema(), claim: claimSchema() })
      .meta({ id: 'ClaimedStory', description: 'A story with the claim that the caller holds.' }),
  ),
);

/** A claim for a story as it was read. */
interface Proposal {
  item: Item;
  claim: Claim;
}

export const claimNextStories = operation({
  id: 'claimNextStories',
  method: 'POST',
  path: `${WORKSPACE_PATH}/stories/claim`,
  tag: 'Claims',
  summary: 'Claim the next stories',
  description:
    "Claims up to limit stories of the caller's teams that are ready: not completed, cancelled or archived, not blocked and not claimed. The most urgent come first, then those that are due first, then the oldest; sort: in the filter says otherwise. Each is claimed by one conditional write, so no two callers get the same. The list is empty if nothing is ready; what became ready within the last two seconds can be missing.",
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict', 'team_required', 'service_unavailable'],
  body: request,
  output,
  handle: async ({ body, ...call }) => {
    const { leaseSeconds: seconds, limit = 1, filter, teamId } = body;
    // Imported on demand: the function's other operations need no read model.
    const { findReadyStories } = await import('./ready-stories.ts');
    const holder = await holderOf(call.read, call.caller);
    const found: Proposal[] = [];
    const missing = () => limit - found.length;
    // With a key, all are claimed together with its record, so that a repeated request returns the same.
    const isKeyed = call.requestKey !== undefined;
    for await (const candidates of findReadyStories(call, { filter, teamId }, missing)) {
      const proposed = candidates.map((item) => ({ item, claim: newClaim(item, holder, seconds, call) }));
      found.push(...(isKeyed ? proposed : await claimEach(call, proposed, seconds)));
    }
    const changes = isKeyed ? found.map(({ item, claim }) => storeClaim(item, claim, call, seconds)) : [];
    await call.commit(changes, found.map(({ claim }) => claimRecord(claim)).join(','));
    return found.map(({ item, claim }) => ({ story: { ...toStory(item), claim }, claim }));
  },
  replay: async ({ caller, read, resourceId, now }) => {
    const recorded = resourceId.split(',').filter(Boolean).map(recordedClaim);
    const items = await Promise.all(recorded.map(({ storyId }) => getStoryItem(read, storyId)));
    return items.flatMap((item, position) => {
      if (!item || !caller.teamIds.has(storyTeamOf(item))) return [];
      const story = toStory(item);
      const claim = heldClaim(story, now);
      return claim?.fencingNumber === recorded[position]!.fencingNumber ? [{ story, claim }] : [];
    });
  },
});

/** Claims each story by a write of its own; returns those that no other caller claimed first. */
async function claimEach(
  call: OperationContext,
  proposed: readonly Proposal[],
  seconds: number,
): Promise<Proposal[]> {
  const isWon = await Promise.all(
    proposed.map(({ item, claim }) => call.tryWrite([storeClaim(item, claim, call, seconds)])),
  );
  return proposed.filter((_, position) => isWon[position]);
}
