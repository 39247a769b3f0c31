import { operation } from '../../kernel/api/operation/operation.ts';
import { NOTIFICATIONS_PATH, readingOf } from './notification-access.ts';
import { findUnread, getReadUntil } from './notification-store.ts';
import { UNREAD_COUNT_MAX, unreadCountSchema } from './notification.ts';

export const countUnreadNotifications = operation({
  id: 'countUnreadNotifications',
  method: 'GET',
  path: `${NOTIFICATIONS_PATH}/unread-count`,
  tag: 'Notifications',
  summary: 'Count unread notifications',
  description: 'Counts up to 100 of what the caller has not read and still sees.',
  scopes: ['stories:read'],
  principals: ['user'],
  output: unreadCountSchema,
  handle: async ({ caller, read, now }) => {
    const whose = readingOf(caller);
    const all = await getReadUntil(read, whose);
    const limit = UNREAD_COUNT_MAX + 1;
    const marks = await findUnread(read, whose, all, { before: undefined, limit, now });
    const { visibleSubjects } = await import('./show-notifications.ts');
    const subjects = await visibleSubjects({ caller, read }, marks.slice(0, UNREAD_COUNT_MAX));
    return { unread: subjects.filter((one) => one).length, hasMore: marks.length > UNREAD_COUNT_MAX };
  },
});
