import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { notFound, orNotFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { deleteFeed } from './calendar-feed-store.ts';
import { CALENDAR_FEEDS_PATH, ownFeed } from './feed-access.ts';

export const deleteCalendarFeed = operation({
  id: 'deleteCalendarFeed',
  method: 'DELETE',
  path: `${CALENDAR_FEEDS_PATH}/{calendarFeedId}`,
  tag: 'Schedule',
  summary: 'Delete a calendar feed',
  description:
    'Deletes a calendar feed of the caller: from now on, its address answers like one that never was.',
  scopes: ['schedule:read'],
  principals: ['user'],
  audit: audited('calendar_feed.deleted', ['kind', 'teamId', 'viewId']),
  params: { calendarFeedId: uuid() },
  output: deletedSchema,
  handle: async ({ path, caller, read, commit }) => {
    const feed = orNotFound(await ownFeed(caller, read, path.calendarFeedId), 'calendar feed');
    await commit([deleteFeed(feed, () => notFound('calendar feed'))], feed.id, { from: feed });
    return { id: feed.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
