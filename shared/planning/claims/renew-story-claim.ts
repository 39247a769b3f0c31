import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, toStory } from '../story/story-store.ts';
import { leaseSecondsOf } from '../story-parts/claim-store.ts';
import { claimSchema, fencingNumber, leaseEnd, leaseSeconds, ownClaimOrThrow } from '../story-parts/claim.ts';
import { claimRecord, recordedClaim, storeClaim } from './new-claim.ts';

const request = memoize(() =>
  z
    .strictObject({ fencingNumber: fencingNumber(), leaseSeconds: leaseSeconds().optional() })
    .meta({ id: 'RenewStoryClaimRequest' }),
);

export const renewStoryClaim = operation({
  id: 'renewStoryClaim',
  method: 'POST',
  path: `${WORKSPACE_PATH}/stories/{storyId}/claim/renew`,
  tag: 'Claims',
  summary: 'Renew the claim of a story',
  description:
    'Extends the lease of a claim that holds: it ends leaseSeconds from now, or without them as long from now as was last asked for. A claim that no longer holds answers 409 claim_lost.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict', 'claim_lost'],
  params: { storyId: uuid() },
  body: request,
  output: claimSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ body, loaded, ...call }) => {
    const { caller, now, commit } = call;
    const item = readableStoryOrThrow(caller, loaded.story);
    const held = ownClaimOrThrow(toStory(item), body.fencingNumber, caller, now);
    const seconds = body.leaseSeconds ?? leaseSecondsOf(item);
    const claim = { ...held, expiresAt: leaseEnd(seconds, now) };
    await commit([storeClaim(item, claim, call, seconds)], claimRecord(claim));
    return claim;
  },
  replay: async ({ caller, read, resourceId, now }) => {
    const recorded = recordedClaim(resourceId);
    const story = toStory(readableStoryOrThrow(caller, await getStoryItem(read, recorded.storyId)));
    return ownClaimOrThrow(story, recorded.fencingNumber, caller, now);
  },
});
