import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { NOTIFICATION_PATH } from './notification-paths.ts';
import { notificationSchema } from './notification.ts';

export const markNotificationRead = operation({
  id: 'markNotificationRead',
  method: 'POST',
  path: `${NOTIFICATION_PATH}/read`,
  tag: 'Notifications',
  summary: 'Mark a notification as read',
  description: 'One that is read already stays as it is.',
  scopes: ['stories:read'],
  principals: ['user'],
  teamRestricted: 'allowed',
  params: { notificationId: uuid() },
  output: notificationSchema,
  handle: async ({ path, ...call }) => {
    const { ownAsRead } = await import('./own-notifications.ts');
    const { changes, notification } = await ownAsRead(call, path.notificationId);
    await call.commit(changes, notification.id);
    return notification;
  },
  replay: async ({ resourceId, ...call }) =>
    await (await import('./own-notifications.ts')).ownOrThrow(call, resourceId),
});
