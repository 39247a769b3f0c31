import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { memoize, text, uuid } from '../../kernel/core/schema.ts';
import { storySchema } from '../story/story.ts';
import { claimSchema, leaseSeconds } from '../story-parts/claim.ts';

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
  // Imported on demand to keep the bundle under 250 KB.
  handle: async ({ body, ...call }) =>
    await (await import('./claim-ready-stories.ts')).claimReadyStories(call, body),
  replay: async ({ resourceId, ...call }) =>
    await (await import('./claim-ready-stories.ts')).claimRecordedStories(call, resourceId),
});
