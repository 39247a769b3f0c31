import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { additive } from '../../kernel/api/operation/tool-declaration.ts';
import type { Item } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, toStory } from '../story/story-store.ts';
import { claimed, claimLost, claimSchema, heldClaim, leaseSeconds } from '../story-parts/claim.ts';
import { holderOf, newClaim, storeClaim } from './new-claim.ts';
import { makeRecorded, recordOfClaim, storyOfRecord } from './recorded-claims.ts';

const request = memoize(() =>
  z.strictObject({ leaseSeconds: leaseSeconds() }).meta({ id: 'ClaimStoryRequest' }),
);

export const claimStory = operation({
  id: 'claimStory',
  method: 'POST',
  path: `${WORKSPACE_PATH}/stories/{storyId}/claim`,
  tag: 'Claims',
  summary: 'Claim a story',
  description:
    'Claims a story for the caller for leaseSeconds. While the claim holds, no one else can claim the story or change its status, assignee or sprint. A story that is claimed, also by the caller, answers 409 claimed with holder and expiresAt.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['conflict', 'claimed', 'claim_lost'],
  params: { storyId: uuid() },
  body: request,
  output: claimSchema,
  tool: {
    name: 'claim_story',
    title: 'Claim a story',
    description:
      'Claims a story, or the next that is ready, so that no one else starts it: {"filter":"label:bug"}.',
    annotations: additive,
  },
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ body, loaded, ...call }) => {
    const { caller, read, now, commit } = call;
    const item = readableStoryOrThrow(caller, loaded.story);
    const held = heldClaim(toStory(item), now);
    if (held) throw claimed(held);
    const holder = holderOf(read, caller);
    if (call.requestKey === undefined) {
      const claim = newClaim(item, await holder, body.leaseSeconds, call);
      await commit([storeClaim(item, claim, call, body.leaseSeconds)], claim.storyId);
      return claim;
    }
    const record = recordOfClaim(item, body.leaseSeconds, call);
    const [by] = await Promise.all([holder, call.recordFirst(record)]);
    const claim = newClaim(item, by, body.leaseSeconds, call);
    if (await call.tryWrite([storeClaim(item, claim, call, body.leaseSeconds)])) return claim;
    const made = await makeRecorded(call, record);
    if (made) return made.claim;
    throw refusal(await getStoryItem(read, claim.storyId), now);
  },
  replay: async ({ resourceId: record, ...call }) => {
    const made = await makeRecorded(call, record);
    if (made) return made.claim;
    const { caller, read, now } = call;
    const item = readableStoryOrThrow(caller, await getStoryItem(read, storyOfRecord(record)));
    throw claimLost(heldClaim(toStory(item), now));
  },
});

/** Why a story that was free could not be claimed. */
function refusal(item: Item | undefined, now: Date): Error {
  if (!item) return notFound('story');
  const held = heldClaim(toStory(item), now);
  return held ? claimed(held) : claimLost(null);
}
