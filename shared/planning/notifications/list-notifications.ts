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
    'Returns what the caller was told of in the last 90 days, newest first; with state unread, what they have not read, the last told or marked first. Leaves out what is about stories and objectives that they no longer see, so that a page can be shorter than its limit.',
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
    description: 'What you were told of: {"state":"unread"}.',
    annotations: readOnly,
  },
  handle: async ({ query: { state = 'all' }, ...call }) =>
    await (await import('./own-notifications.ts')).listOwn(call, state),
});
