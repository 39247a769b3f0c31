import { operation, WORKSPACE_PATH } from '../../../kernel/api/operation/operation.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { getPlacement } from '../placements/placement-store.ts';
import { storyScheduleSchema } from '../placements/placement.ts';
import { readableStoryOrThrow } from '../../story/story-access.ts';
import { isPlannable } from '../../story/story-rules.ts';
import { getStoryItem, storyTeamOf, toStory } from '../../story/story-store.ts';
import { explainInWords } from './explain-in-words.ts';

export const getStorySchedule = operation({
  id: 'getStorySchedule',
  method: 'GET',
  path: `${WORKSPACE_PATH}/stories/{storyId}/schedule`,
  tag: 'Schedule',
  summary: 'Explain when a story is planned',
  description:
    'Returns the blocks of a story, why its first one does not stand earlier or why it cannot fit, and how far it is from its due date.',
  scopes: ['schedule:read', 'stories:read'],
  params: { storyId: uuid() },
  output: storyScheduleSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ loaded, caller, read }) => {
    const story = toStory(readableStoryOrThrow(caller, loaded.story));
    const { id: storyId, workspaceId, teamId, reference, title, assigneeId } = story;
    const placement =
      assigneeId !== null && isPlannable(story)
        ? await getPlacement(read, { workspaceId, memberId: assigneeId }, storyId)
        : undefined;
    const first = placement?.blocks[0];
    const named = placement?.misfit ? placement.misfitStoryId : (first?.reasonStoryId ?? null);
    const item = named === null ? undefined : await getStoryItem(read, named);
    const other = item && caller.teamIds.has(storyTeamOf(item)) ? toStory(item) : undefined;
    const reason = placement?.misfit ?? first?.reason ?? null;
    const shown = {
      storyId,
      workspaceId,
      teamId,
      reference,
      title,
      assigneeId,
      status: story.autoSchedulingStatus,
      startDate: first?.startDate ?? null,
      endDate: placement?.blocks.at(-1)?.endDate ?? null,
      slackMinutes: placement?.slackMinutes ?? null,
      blocks: (placement?.blocks ?? []).map(({ startDate, endDate }) => ({ startDate, endDate })),
      reason,
      reasonStoryId: other?.id ?? null,
    };
    return { ...shown, explanation: explainInWords(shown, other?.reference) };
  },
});
