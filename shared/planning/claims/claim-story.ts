import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../stories/story-access.ts';
import { getStoryItem, toStory } from '../stories/story-store.ts';
import { claimed, claimSchema, heldClaim, leaseSeconds, ownClaimOrThrow } from './claim.ts';
import { claimRecord, holderOf, newClaim, recordedClaim, storeClaim } from './new-claim.ts';

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
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ body, loaded, ...call }) => {
    const { caller, read, now, commit } = call;
    const item = readableStoryOrThrow(caller, loaded.story);
    const held = heldClaim(toStory(item), now);
    if (held) throw claimed(held);
    const claim = newClaim(item, await holderOf(read, caller), body.leaseSeconds, call);
    await commit([storeClaim(item, claim, call, body.leaseSeconds)], claimRecord(claim));
    return claim;
  },
  replay: async ({ caller, read, resourceId, now }) => {
    const { storyId, fencingNumber } = recordedClaim(resourceId);
    const story = toStory(readableStoryOrThrow(caller, await getStoryItem(read, storyId)));
    return ownClaimOrThrow(story, fencingNumber, caller, now);
  },
});
