import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { NOTIFICATION_PATH } from './notification-paths.ts';
import { notificationSchema } from './notification.ts';

export const markNotificationUnread = operation({
  id: 'markNotificationUnread',
  method: 'POST',
  path: `${NOTIFICATION_PATH}/unread`,
  tag: 'Notifications',
  summary: 'Mark a notification as unread',
  description: 'It is then the first of those that are unread.',
  scopes: ['stories:read'],
  principals: ['user'],
  teamRestricted: 'allowed',
  params: { notificationId: uuid() },
  output: notificationSchema,
  handle: async ({ path, ...call }) => {
    const { ownAsUnread } = await import('./own-notifications.ts');
    const { changes, notification } = await ownAsUnread(call, path.notificationId);
    await call.commit(changes, notification.id);
    return notification;
  },
  replay: async ({ resourceId, ...call }) =>
    await (await import('./own-notifications.ts')).ownOrThrow(call, resourceId),
});
