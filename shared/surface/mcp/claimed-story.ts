import * as z from 'zod';
import type { ResultOf } from '../../kernel/api/operation/operation-result.ts';
import { runOperation, type ToolOperation, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { fieldsIn } from '../../kernel/api/mcp/result-data.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { claimNextStories } from '../../planning/claims/claim-next-stories.ts';
import { claimStory } from '../../planning/claims/claim-story.ts';
import { releaseStoryClaim } from '../../planning/claims/release-story-claim.ts';
import { renewStoryClaim } from '../../planning/claims/renew-story-claim.ts';

const actions = ['claim', 'renew', 'release'] as const;
type Action = (typeof actions)[number];

/** How long a claim holds that says nothing else, in seconds. */
const LEASE_SECONDS = 1_800;

/** The operation of each action on a story that is named. */
const operationOf: Record<Action, ToolOperation> = {
  claim: claimStory,
  renew: renewStoryClaim,
  release: releaseStoryClaim,
};

/** claim_story: claims a story, or the next that is ready, and renews and releases what is held. */
export const claimedStory: ToolOverrides = {
  operations: [claimStory, claimNextStories, renewStoryClaim, releaseStoryClaim],
  extendInput: ({ story: _story, idempotencyKey: _, ...shape }) => ({
    ...shape,
    story: z.string().optional(),
    filter: z.string().optional(),
    action: z.enum(actions).optional().meta({ default: 'claim' }),
    leaseSeconds: z.int().optional().meta({ default: LEASE_SECONDS }),
    fencingNumber: z.int().optional(),
  }),
  run: async (call) => {
    const { action = 'claim', ...given } = call.args;
    if (!isAction(action)) throw unknownAction();
    const lease = action === 'claim' ? { leaseSeconds: LEASE_SECONDS } : {};
    const args = { ...lease, ...given, idempotencyKey: call.services.randomBytes(16).toString('hex') };
    if (action === 'claim' && given['storyId'] === undefined) {
      const next = await runOperation(claimNextStories, { ...call, args });
      return { ...next, data: nextOf(next) };
    }
    const done = await runOperation(operationOf[action], { ...call, args });
    return { ...done, data: { ...fieldsIn(done.data), message: messages[action] } };
  },
  extendOutput: memoize(() =>
    z.object({ reference: z.string(), fencingNumber: z.int(), message: z.string() }),
  ),
};

const isAction = (action: unknown): action is Action => actions.some((one) => one === action);

const messages: Record<Action, string> = {
  claim: 'Claimed. Read it with get_story; renew or release it with this fencingNumber.',
  renew: 'Renewed.',
  release: 'Released.',
};

/** The claim of the next story, if one was ready. */
function nextOf({ data: [next] }: ResultOf<typeof claimNextStories>): object {
  if (!next) return { message: 'No story is ready: list_stories shows what is open, blocked or claimed.' };
  return { ...next.claim, reference: next.story.reference, message: messages.claim };
}

const unknownAction = () =>
  invalidRequest([{ path: 'action', code: 'not_one_of', message: `must be one of ${actions.join(', ')}` }]);
