import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { storySchema, type Story } from '../story/story.ts';
import { getStoryItem, showStory, storyAt, toStory, replaceStory } from '../story/story-store.ts';
import { acceptedStory } from './accepted-story.ts';
import { duplicateChanges } from './duplicate-changes.ts';
import { assertFits, triageRequestSchema, type TriageRequest } from './triage-requests.ts';
import { pending, type Triage } from '../story-parts/triage.ts';

export const triageStory = operation({
  id: 'triageStory',
  method: 'POST',
  path: `${WORKSPACE_PATH}/stories/{storyId}/triage`,
  tag: 'Triage',
  summary: 'Decide about a story in triage',
  description:
    'Accepts a story, which is then one like the others, without a sprint that has ended and what was deleted meanwhile; declines it; marks it as the duplicate of another, to which it gets a relation; or snoozes it, until it is pending again. A declined or duplicate story can still be accepted.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['invalid_reference', 'conflict', 'quota_exceeded'],
  params: { storyId: uuid() },
  body: triageRequestSchema,
  output: storySchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ body, loaded, ...call }) => {
    const { caller, now, read, commit } = call;
    const item = readableStoryOrThrow(caller, loaded.story);
    const story = toStory(item);
    if (story.triage === null) throw notInTriage();
    assertFits(body, now);
    const next = await decided(read, story, body, now);
    const related =
      body.duplicateOf === undefined ? [] : await duplicateChanges(call, item, body.duplicateOf);
    const changes: Change[] = [replaceStory(next, item, writeConflict), ...related];
    await commit(changes, story.id);
    return storyAt(next, now);
  },
  replay: async ({ caller, read, resourceId, now }) =>
    showStory(readableStoryOrThrow(caller, await getStoryItem(read, resourceId)), now),
});

/** The story after a decision. */
async function decided(read: Reader, story: Story, request: TriageRequest, now: Date): Promise<Story> {
  const updatedAt = nextTimestamp(now, story.updatedAt);
  const triage = triageAfter(request);
  return triage === null
    ? await acceptedStory(read, { ...story, triage, updatedAt }, now)
    : { ...story, triage, updatedAt };
}

function triageAfter({ decision, until, duplicateOf }: TriageRequest): Triage | null {
  if (decision === 'accept') return null;
  if (decision === 'decline') return { ...pending, state: 'declined' };
  if (decision === 'snooze') return { ...pending, state: 'snoozed', until: until! };
  return { ...pending, state: 'duplicate', duplicateOf: duplicateOf! };
}

const notInTriage = () =>
  conflict(
    'The story is not in triage.',
    'It has been accepted, or was never there; change it with updateStory.',
  );
