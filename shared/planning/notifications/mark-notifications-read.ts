import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { additive } from '../../kernel/api/operation/tool-declaration.ts';
import { timestamp } from '../../kernel/core/schema.ts';
import { NOTIFICATIONS_PATH } from './notification-paths.ts';
import { notificationsReadSchema } from '../news/notification.ts';

export const markNotificationsRead = operation({
  id: 'markNotificationsRead',
  method: 'POST',
  path: `${NOTIFICATIONS_PATH}/read`,
  tag: 'Notifications',
  summary: 'Mark all notifications as read',
  description:
    'Marks all that were created up to a time as read: send that of the newest that was shown, so that those which come meanwhile stay unread.',
  scopes: ['stories:read'],
  principals: ['user'],
  body: () =>
    z
      .strictObject({ until: timestamp().meta({ description: 'A time to come counts as now.' }) })
      .meta({ id: 'MarkNotificationsReadRequest' }),
  output: notificationsReadSchema,
  tool: {
    name: 'mark_notifications_read',
    set: 'notifications',
    title: 'Mark notifications as read',
    description: 'Marks your notifications as read up to a time: {"until":"2026-11-26T09:00:00.000Z"}.',
    annotations: additive,
  },
  handle: async ({ body, ...call }) => {
    const { changes, until } = await (await import('./own-notifications.ts')).ownReadUpTo(call, body.until);
    await call.commit(changes, until);
    return { until };
  },
  replay: async ({ resourceId, ...call }) => ({
    until: (await (await import('./own-notifications.ts')).ownReadUntil(call)) ?? resourceId,
  }),
});
