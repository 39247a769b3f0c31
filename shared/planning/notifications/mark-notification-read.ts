import { operation } from '../../kernel/api/operation/operation.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { NOTIFICATION_PATH, ownNotificationOrThrow, readingOf } from './notification-access.ts';
import { markRead } from './notification-store.ts';
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
  handle: async ({ path, caller, read, now, commit }) => {
    const { item, shown } = await ownNotificationOrThrow({ caller, read }, path.notificationId);
    const isRead = shown.readAt !== null;
    await commit(isRead ? [] : markRead(readingOf(caller), item, now, writeConflict), shown.id);
    return isRead ? shown : { ...shown, readAt: now.toISOString() };
  },
  replay: async ({ resourceId, ...call }) => (await ownNotificationOrThrow(call, resourceId)).shown,
});
