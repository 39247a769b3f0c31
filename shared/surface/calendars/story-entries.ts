import { execute } from '../../kernel/api/operation/execute.ts';
import { validateInput } from '../../kernel/api/operation/parse-input.ts';
import { DAY_MS, dueDay, utcDay } from '../../kernel/core/date-span.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { storyPath } from '../../planning/paths/page-paths.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/story/story.ts';
import { listViewStories } from '../../planning/views/list-view-stories.ts';
import { visibleViewOrThrow } from '../../planning/views/view-access.ts';
import { getViewItem } from '../../planning/views/view-item-store.ts';
import { versionOf, type CalendarContents, type CalendarEntry, type FeedCall } from './calendar-entry.ts';

/** The maximum number of stories that a calendar is made of: those that come first. */
const STORIES_MAX = 2_000;
const PAGE_SIZE = 100;

/** For how many days a calendar keeps the stories of its owner that were due. */
const PAST_DAYS = 180;

/** The days of the stories assigned to a member: those that are due, and open ones that only start. */
export async function ownStoryEntries(call: FeedCall): Promise<CalendarContents> {
  const dueSince = new Date((utcDay(call.now) - PAST_DAYS) * DAY_MS).toISOString();
  const ofMember = { assigneeId: ['me'] };
  const [due, undated] = await Promise.all([
    readStories(call, listStories, { query: { ...ofMember, dueSince, sort: '-endDate' } }),
    readStories(call, listStories, { query: { ...ofMember, filter: 'due:none is:open' } }),
  ]);
  return { name: 'Plotline stories', entries: await storyEntries(call, [...due, ...undated]) };
}

/** The days of the stories of a view. Throws a 404 if the caller cannot see it any more. */
export async function viewEntries(call: FeedCall): Promise<CalendarContents> {
  const viewId = call.feed.viewId!;
  const { name } = visibleViewOrThrow(call.caller, await getViewItem(call.read, viewId));
  const stories = await readStories(call, listViewStories, { path: { viewId } });
  return { name, entries: await storyEntries(call, stories) };
}

/** Reads the stories of a list for the owner of a feed, page by page. */
async function readStories(
  { services, caller }: FeedCall,
  operation: typeof listStories,
  { path = {}, query = {} }: { path?: Record<string, string>; query?: Record<string, unknown> },
): Promise<Story[]> {
  const stories: Story[] = [];
  let cursor: string | null = null;
  do {
    const input = await validateInput(operation, {
      path: { workspaceId: caller.workspaceId, ...path },
      query: { ...query, limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
      body: undefined,
    });
    const page = { operation, resolveCaller: async () => caller, input, claim: undefined, source: null };
    const { data, meta } = await execute(services, page);
    stories.push(...data);
    cursor = meta.nextCursor;
  } while (cursor !== null && stories.length < STORIES_MAX);
  return stories;
}

/** The stories that have days, as events of whole days: from the start to the day on which they are due. */
async function storyEntries({ services }: FeedCall, stories: readonly Story[]): Promise<CalendarEntry[]> {
  const dated = stories.filter(({ startDate, endDate }) => startDate !== null || endDate !== null);
  const categories = await getStatusCategories(
    createReader(services.database),
    dated.map(({ statusId }) => statusId),
  );
  return dated.map((story) => ({
    ...versionOf({ id: story.id, revisedAt: story.updatedAt }),
    summary: `${story.reference} ${story.title}`,
    description: null,
    url: services.baseUrl() + storyPath(story.id),
    cancelled: categories.get(story.statusId) === 'cancelled',
    when: daysOf(story),
  }));
}

/** The UTC days of what has a start, an end or both. */
export function daysOf({ startDate, endDate }: { startDate: string | null; endDate: string | null }) {
  const last = dueDay((endDate ?? startDate)!);
  return { first: startDate === null ? last : Math.min(utcDay(startDate), last), last };
}
