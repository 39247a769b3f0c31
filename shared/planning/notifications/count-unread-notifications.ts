import { operation } from '../../kernel/api/operation/operation.ts';
import { NOTIFICATIONS_PATH } from './notification-paths.ts';
import { unreadCountSchema } from '../news/notification.ts';

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
  handle: async (call) => await (await import('./own-notifications.ts')).countOwnUnread(call),
});
