import { deletedSchema, operation } from '../../../kernel/api/operation/operation.ts';
import { notFound, orNotFound } from '../../../kernel/core/errors.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { assertOwnOrAdmin, loadMember } from '../working-time/working-time-access.ts';
import { currentFeeds } from './busy-feed-access.ts';
import { deleteBusyFeedChanges } from './busy-feed-store.ts';
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
  handle: async ({ path, loaded, caller, read, commit }) => {
    assertOwnOrAdmin(caller, path.memberId, loaded.member);
    const { busyFeedId: id } = path;
    const found = orNotFound(
      (await currentFeeds(read, path)).find(({ feed }) => feed.id === id),
      'busy feed',
    );
    await commit(
      deleteBusyFeedChanges(found, () => notFound('busy feed')),
      id,
    );
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
