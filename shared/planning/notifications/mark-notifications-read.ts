import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { additive } from '../../kernel/api/operation/tool-declaration.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { timestamp } from '../../kernel/core/schema.ts';
import { NOTIFICATIONS_PATH, readingOf } from './notification-access.ts';
import { getReadUntil, putReadUntil } from './notification-store.ts';
import { notificationsReadSchema } from './notification.ts';

export const markNotificationsRead = operation({
  id: 'markNotificationsRead',
  method: 'POST',
  path: `${NOTIFICATIONS_PATH}/read`,
  tag: 'Notifications',
  summary: 'Mark all notifications as read',
  description:
    'Marks all up to a time as read, such as the createdAt of the newest that was shown. Those that are told later stay unread.',
  scopes: ['stories:read'],
  principals: ['user'],
  teamRestricted: 'allowed',
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
  handle: async ({ body, caller, read, now, commit }) => {
    const whose = readingOf(caller);
    const previous = await getReadUntil(read, whose);
    const at = now.toISOString();
    const asked = body.until < at ? body.until : at;
    const isKnown = previous !== undefined && asked <= previous.until;
    const until = isKnown ? previous.until : asked;
    await commit(isKnown ? [] : [putReadUntil(whose, { until, at }, previous, writeConflict)], until);
    return { until };
  },
  replay: async ({ caller, read, resourceId }) => {
    const all = await getReadUntil(read, readingOf(caller));
    return { until: all?.until ?? resourceId };
  },
});
