import { list } from '../../kernel/api/operation/operation.ts';
import { calendarFeedSchema, toCalendarFeed } from './calendar-feed.ts';
import { CALENDAR_FEEDS_PATH, ownFeeds } from './feed-access.ts';

export const listCalendarFeeds = list({
  id: 'listCalendarFeeds',
  path: CALENDAR_FEEDS_PATH,
  tag: 'Schedule',
  summary: 'List calendar feeds',
  description: "Returns the caller's calendar feeds, newest first, without their addresses.",
  scopes: ['schedule:read'],
  principals: ['user'],
  item: calendarFeedSchema,
  handle: async ({ caller, read, page: { limit, after } }) => {
    const left = (await ownFeeds(caller, read)).filter(({ id }) => after === undefined || id < after);
    const shown = left.slice(0, limit);
    return { items: shown.map(toCalendarFeed), next: left.length > limit ? shown.at(-1)?.id : undefined };
  },
});
