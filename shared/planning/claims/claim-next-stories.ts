import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { newChangeSetId } from '../../kernel/core/change-set-id.ts';
import { memoize, text, uuid } from '../../kernel/core/schema.ts';
import { storySchema } from '../stories/story.ts';
import { toStory } from '../stories/story-store.ts';
import { claimSchema, leaseSeconds } from './claim.ts';
import { holderOf, newClaim, storeClaim } from './new-claim.ts';
import { makeRecorded, recordOf, type MadeClaim } from './recorded-claims.ts';

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
  handle: async ({ body, ...context }) => {
    const { leaseSeconds: seconds, limit = 1, filter, teamId } = body;
    // Several claims of one request are one change set.
    const changeSetId = context.changeSetId ?? (limit > 1 ? newChangeSetId(context.now) : undefined);
    const call = { ...context, changeSetId };
    // Imported on demand: the function's other operations need no read model.
    const { findReadyStories } = await import('./ready-stories.ts');
    const holder = holderOf(call.read, call.caller);
    holder.catch(() => undefined);
    const found: MadeClaim[] = [];
    const missing = () => limit - found.length;
    const records = (claims: readonly MadeClaim[]) =>
      claims.map(({ item }) => recordOf(item, seconds, call)).join(',');
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
  },
  replay: async ({ resourceId, ...call }) => {
    const recorded = resourceId.split(',').filter(Boolean);
    const made = await Promise.all(recorded.map((record) => makeRecorded(call, record)));
    return made.flatMap((one) =>
      one ? [{ story: { ...toStory(one.item), claim: one.claim }, claim: one.claim }] : [],
    );
  },
});

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
        : await makeRecorded(call, recordOf(one.item, seconds, call));
    }),
  );
  return made.filter((one) => one !== undefined);
}
