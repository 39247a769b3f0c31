import { operation, WORKSPACE_PATH } from '../../../kernel/api/operation/operation.ts';
import type { Caller } from '../../../kernel/core/caller.ts';
import type { Reader } from '../../../kernel/core/database.ts';
import { invalidReference, invalidRequest, type FieldProblem } from '../../../kernel/core/errors.ts';
import { loadReferences, storyReferenceErrors } from '../../story-references/references.ts';
import { patchStory } from '../../story/patch-story.ts';
import { storyProblems } from '../../story/story-rules.ts';
import { getStoryItem, storyTeamOf, toStory } from '../../story/story-store.ts';
import type { Story } from '../../story/story.ts';
import { assertMembers, changeTime } from './member-change.ts';
import { schedulePreviewRequestSchema, schedulePreviewSchema } from './schedule-preview.ts';
import type { StoryChange } from './schedule-preview.ts';
import { showPreview } from './show-preview.ts';

export const previewSchedule = operation({
  id: 'previewSchedule',
  method: 'POST',
  path: `${WORKSPACE_PATH}/schedule/preview`,
  tag: 'Schedule',
  summary: 'Preview a change of schedules',
  description:
    "Plans as if stories or working time were different, and returns what would move, what would become late and what would fit, each with the reason in words. Nothing is kept. A change of one person's plan is followed to those whose stories wait for theirs. Stories of teams that the caller has not joined are left out.",
  scopes: ['schedule:read', 'stories:read'],
  cost: 20,
  readOnly: true,
  errors: ['invalid_reference'],
  body: schedulePreviewRequestSchema,
  output: schedulePreviewSchema,
  handle: async ({ path: { workspaceId }, body, caller, read, now }) => {
    const { stories, members } = body;
    if (stories.length + members.length === 0) {
      throw invalidRequest([{ path: 'stories', message: 'must name a change, or members must' }]);
    }
    assertDistinct(
      stories.map(({ storyId }) => storyId),
      'stories',
      'storyId',
    );
    assertDistinct(
      members.map(({ memberId }) => memberId),
      'members',
      'memberId',
    );
    const changed = await Promise.all(
      stories.map((change, at) => changeStory(change, `stories.${at}`, { read, caller, now })),
    );
    const placed = members.map((one, at) => ({ ...one, place: `members.${at}` }));
    await assertMembers(placed, { read, caller });
    const times = new Map(members.map((one) => [one.memberId, changeTime(caller, one)] as const));
    // Calendars in time zones are large, and only this operation needs them.
    const { previewPlans } = await import('./preview-plans.ts');
    const preview = await previewPlans(read, { workspaceId, stories: changed, times }, now);
    return await showPreview(read, caller, preview);
  },
});

function assertDistinct(ids: readonly string[], list: string, name: string): void {
  const at = ids.findIndex((id, position) => ids.indexOf(id) !== position);
  if (at < 0) return;
  throw invalidRequest([{ path: `${list}.${at}.${name}`, code: 'repeated', message: 'is named twice' }]);
}

interface PreviewScheduleContext {
  read: Reader;
  caller: Caller;
}

/** A story before and after the change. Throws a 400 for a story that the caller cannot read, or an invalid change. */
async function changeStory(
  { storyId, ...change }: StoryChange,
  place: string,
  { read, caller, now }: PreviewScheduleContext & { now: Date },
): Promise<{ was: Story; would: Story }> {
  const within = (problems: readonly FieldProblem[]) =>
    problems.map((one) => ({ ...one, path: `${place}.${one.path}` }));
  const item = await getStoryItem(read, storyId);
  if (!item || !caller.teamIds.has(storyTeamOf(item))) {
    throw invalidReference(
      within([{ path: 'storyId', message: 'is not a story that this credential can access' }]),
    );
  }
  const was = toStory(item);
  const references = await loadReferences(read, was.workspaceId, change);
  const referenceErrors = storyReferenceErrors(change, references, {
    teamId: was.teamId,
    caller,
    current: was,
  });
  if (referenceErrors.length > 0) throw invalidReference(within(referenceErrors));
  const update = { expectedUpdatedAt: was.updatedAt, ...change };
  const nothing = { statusCategory: undefined, impliedObjectiveId: undefined };
  const would = patchStory(was, update, nothing, { scheme: undefined, now });
  const problems = storyProblems(would, undefined);
  if (problems.length > 0) throw invalidRequest(within(problems));
  return { was, would };
}
