import { deletedSchema, operation } from '../../../kernel/api/operation/operation.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { loadMember } from '../working-time/working-time-access.ts';
import { BUSY_FEEDS_PATH } from './list-busy-feeds.ts';

export const deleteBusyFeed = operation({
  id: 'deleteBusyFeed',
  method: 'DELETE',
  path: `${BUSY_FEEDS_PATH}/{busyFeedId}`,
  tag: 'Schedule',
  summary: 'Delete a busy feed',
  description: 'The calendar is no longer read, and stories can be planned in its times again.',
  scopes: ['schedule:write'],
  principals: ['user'],
  errors: ['insufficient_role'],
  params: { memberId: uuid(), busyFeedId: uuid() },
  output: deletedSchema,
  load: loadMember,
  // Few requests delete one.
  handle: async (call) => await (await import('./remove-busy-feed.ts')).removeBusyFeed(call),
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
