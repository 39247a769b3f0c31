import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { NOTIFICATION_PATH } from './notification-paths.ts';
import { notificationSchema } from '../news/notification.ts';

/** An operation that marks a notification as read or unread. */
export const markNotification = (
  as: 'read' | 'unread',
  declared: { id: string; summary: string; description: string },
) =>
  operation({
    ...declared,
    method: 'POST',
    path: `${NOTIFICATION_PATH}/${as}`,
    tag: 'Notifications',
    scopes: ['stories:read'],
    principals: ['user'],
    teamRestricted: 'allowed',
    params: { notificationId: uuid() },
    output: notificationSchema,
    handle: async ({ path, ...call }) => {
      const { ownAsRead, ownAsUnread } = await import('./own-notifications.ts');
      const mark = as === 'read' ? ownAsRead : ownAsUnread;
      const { changes, notification } = await mark(call, path.notificationId);
      await call.commit(changes, notification.id);
      return notification;
    },
    replay: async ({ resourceId, ...call }) =>
      await (await import('./own-notifications.ts')).ownOrThrow(call, resourceId),
  });
