import { list } from '../../../kernel/api/operation/operation.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { pageOfTimes } from '../working-time/page-of-times.ts';
import { assertVisible, loadMember, MEMBER_PATH } from '../working-time/working-time-access.ts';
import { busyFeedSchema } from './busy-feed.ts';
import { currentFeeds, feedShownTo } from './busy-feed-access.ts';

export const BUSY_FEEDS_PATH = `${MEMBER_PATH}/busy-feeds`;

export const listBusyFeeds = list({
  id: 'listBusyFeeds',
  path: BUSY_FEEDS_PATH,
  tag: 'Schedule',
  summary: 'List busy feeds',
  description:
    'Returns the calendars that say when a member has no time, newest first: when each was read, and why it could not be. Addresses and problems are shown to the member and to admins.',
  scopes: ['schedule:read'],
  params: { memberId: uuid() },
  item: busyFeedSchema,
  load: loadMember,
  handle: async ({ path, loaded, caller, read, page }) => {
    assertVisible(caller, loaded.member);
    const feeds = (await currentFeeds(read, path)).map(({ feed }) => feedShownTo(caller, feed));
    return pageOfTimes(feeds, page, (feed) => feed);
  },
});
