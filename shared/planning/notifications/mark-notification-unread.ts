import { operation } from '../../kernel/api/operation/operation.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { NOTIFICATION_PATH, ownNotificationOrThrow, readingOf } from './notification-access.ts';
import { markUnread, newMark } from './notification-store.ts';
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
  handle: async ({ path, caller, read, now, newId, commit }) => {
    const { item, all, shown } = await ownNotificationOrThrow({ caller, read }, path.notificationId);
    const isRead = shown.readAt !== null;
    const mark = { mark: newMark(newId(), all), now };
    await commit(isRead ? markUnread(readingOf(caller), item, mark, writeConflict) : [], shown.id);
    return { ...shown, readAt: null };
  },
  replay: async ({ resourceId, ...call }) => (await ownNotificationOrThrow(call, resourceId)).shown,
});
