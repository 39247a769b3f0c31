import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { NOTIFICATION_PATH } from './notification-paths.ts';
import { notificationSchema } from '../news/notification.ts';

export const getNotification = operation({
  id: 'getNotification',
  method: 'GET',
  path: NOTIFICATION_PATH,
  tag: 'Notifications',
  summary: 'Get a notification',
  description: "Those of other people return 404, and those of what the caller can't see any more.",
  scopes: ['stories:read'],
  principals: ['user'],
  params: { notificationId: uuid() },
  output: notificationSchema,
  handle: async ({ path, ...call }) =>
    await (await import('./own-notifications.ts')).ownOrThrow(call, path.notificationId),
});
