import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, toStory } from '../story/story-store.ts';
import { lastFencingNumberOf } from '../story-parts/claim-store.ts';
import { fencingNumber, heldClaim, ownClaimOrThrow } from '../story-parts/claim.ts';
import { recordedClaim, storeClaim } from './new-claim.ts';

const releasedSchema = memoize(() =>
  z
    .object({ storyId: uuid(), fencingNumber: z.int(), released: z.literal(true) })
    .meta({ id: 'ReleasedClaim', description: 'Confirms that a claim has ended.' }),
);

const request = memoize(() =>
  z.strictObject({ fencingNumber: fencingNumber() }).meta({ id: 'ReleaseStoryClaimRequest' }),
);

export const releaseStoryClaim = operation({
  id: 'releaseStoryClaim',
  method: 'POST',
  path: `${WORKSPACE_PATH}/stories/{storyId}/claim/release`,
  tag: 'Claims',
  summary: 'Release the claim of a story',
  description:
    'Ends a claim before its lease does, so that others can claim the story. Completing or cancelling the story ends its claim too; a release after completion changes nothing. A claim that no longer holds answers 409 claim_lost.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict', 'claim_lost'],
  params: { storyId: uuid() },
  body: request,
  output: releasedSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path: { storyId }, body, loaded, ...call }) => {
    const { caller, now, commit } = call;
    const item = readableStoryOrThrow(caller, loaded.story);
    const story = toStory(item);
    const wasCompleted = story.completedAt !== null && !heldClaim(story, now);
    if (!wasCompleted || lastFencingNumberOf(item) !== body.fencingNumber) {
      ownClaimOrThrow(story, body.fencingNumber, caller, now);
    }
    const changes = wasCompleted ? [] : [storeClaim(item, null, call)];
    await commit(changes, `${storyId}#${body.fencingNumber}`);
    return { storyId, fencingNumber: body.fencingNumber, released: true as const };
  },
  replay: async ({ resourceId }) => ({ ...recordedClaim(resourceId), released: true as const }),
});
