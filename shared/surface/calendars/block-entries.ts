import { storyPath } from '../../planning/paths/page-paths.ts';
import { readPlan } from '../../planning/scheduling/placements/placement-store.ts';
import { getListedStoryItems, storyKeyOf, storyTeamOf, toStory } from '../../planning/story/story-store.ts';
import { versionOf, type CalendarContents, type CalendarEntry, type FeedCall } from './calendar-entry.ts';

/** The blocks that are planned for a member, of stories in their teams. */
export async function blockEntries({ services, read, caller }: FeedCall): Promise<CalendarContents> {
  const { workspaceId, principalId: memberId, teamIds } = caller;
  const plan = (await readPlan(read, { workspaceId, memberId })).filter(({ teamId }) => teamIds.has(teamId));
  const items = await getListedStoryItems(
    read,
    plan.map(({ storyId }) => storyKeyOf(storyId)),
  );
  const entries = plan.flatMap(({ storyId, blocks, updatedAt }, at): CalendarEntry[] => {
    const item = items[at];
    // It may have moved to another team since it was planned.
    if (!item || !teamIds.has(storyTeamOf(item))) return [];
    const story = toStory(item);
    const revisedAt = updatedAt > story.updatedAt ? updatedAt : story.updatedAt;
    return blocks.map(({ startDate, endDate }, part) => ({
      ...versionOf({ id: storyId, part: part + 1, revisedAt }),
      summary: `${story.reference} ${story.title}`,
      description: null,
      url: services.baseUrl() + storyPath(storyId),
      cancelled: false,
      when: { start: startDate, end: endDate },
    }));
  });
  return { name: 'Plotline schedule', entries };
}
