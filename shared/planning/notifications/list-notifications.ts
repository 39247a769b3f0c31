import * as z from 'zod';
import { list } from '../../kernel/api/operation/operation.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { NOTIFICATIONS_PATH } from './notification-paths.ts';
import { notificationSchema } from '../news/notification.ts';

export const listNotifications = list({
  id: 'listNotifications',
  path: NOTIFICATIONS_PATH,
  tag: 'Notifications',
  summary: 'List notifications',
  description:
    'Returns the notifications of the caller of the last 90 days, newest first; with state unread, those not read yet, the last sent or marked first. Leaves out those about stories and objectives that they no longer see, so that a page can be shorter than its limit.',
  scopes: ['stories:read'],
  principals: ['user'],
  query: () => ({
    state: z
      .enum(['all', 'unread'])
      .optional()
      .meta({ default: 'all', description: 'Those that are not read, or all.' }),
  }),
  item: notificationSchema,
  tool: {
    name: 'list_notifications',
    set: 'notifications',
    title: 'List notifications',
    description: 'Your notifications: {"state":"unread"}.',
    annotations: readOnly,
  },
  handle: async ({ query: { state = 'all' }, ...call }) =>
    await (await import('./own-notifications.ts')).listOwn(call, state),
});
