import { operation } from '../../../kernel/api/operation/operation.ts';
import { orNotFound } from '../../../kernel/core/errors.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { assertVisible, loadMember } from '../working-time/working-time-access.ts';
import { busyFeedCreateSchema, busyFeedSchema, BUSY_FEEDS_MAX } from './busy-feed.ts';
import { currentFeeds, feedShownTo } from './busy-feed-access.ts';
import { BUSY_FEEDS_PATH } from './list-busy-feeds.ts';

export const createBusyFeed = operation({
  id: 'createBusyFeed',
  method: 'POST',
  path: BUSY_FEEDS_PATH,
  tag: 'Schedule',
  summary: 'Add a busy feed',
  description: `Has a calendar (RFC 5545) read every 15 minutes: the times that its events take become busy, without their titles, and nothing is planned in them. Events that are shown as free take none. A calendar that cannot be read counts for a day as it last was. People add their own, up to ${BUSY_FEEDS_MAX}, admins those of everybody.`,
  scopes: ['schedule:write'],
  principals: ['user'],
  status: 201,
  errors: ['insufficient_role', 'conflict'],
  params: { memberId: uuid() },
  body: busyFeedCreateSchema,
  keepsLinks: true,
  output: busyFeedSchema,
  load: loadMember,
  // Few requests add a calendar.
  handle: async (call) => await (await import('./add-busy-feed.ts')).addBusyFeed(call),
  replay: async ({ caller, read, resourceId }) => {
    const [memberId = '', id = ''] = resourceId.split('#');
    const path = { workspaceId: caller.workspaceId, memberId };
    const [member, feeds] = await Promise.all([loadMember({ path, read }).member, currentFeeds(read, path)]);
    assertVisible(caller, member);
    return feedShownTo(caller, orNotFound(feeds.find(({ feed }) => feed.id === id)?.feed, 'busy feed'));
  },
});
