import * as z from 'zod';
import { list } from '../../kernel/api/operation/operation.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import type { PageRequest } from '../../kernel/core/call.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { NOTIFICATIONS_PATH, readingOf, shownAs } from './notification-access.ts';
import {
  findNotifications,
  findUnread,
  getNotificationItem,
  getReadUntil,
  toNotification,
  type Reading,
  type ReadNotification,
  type ReadUntil,
} from './notification-store.ts';
import { notificationSchema } from './notification.ts';

/** A notification with its position in the list. */
interface Placed {
  position: string;
  found: ReadNotification;
}

interface Wanted {
  all: ReadUntil | undefined;
  page: PageRequest;
  now: Date;
}

export const listNotifications = list({
  id: 'listNotifications',
  path: NOTIFICATIONS_PATH,
  tag: 'Notifications',
  summary: 'List notifications',
  description:
    'Returns what the caller was told of in the last 90 days, newest first; with state unread, what they have not read, the last told or marked first. Leaves out what is about stories and objectives that they no longer see, so that a page can be shorter than its limit.',
  scopes: ['stories:read'],
  principals: ['user'],
  query: () => ({ state: z.enum(['all', 'unread']).optional().meta({ default: 'all' }) }),
  item: notificationSchema,
  tool: {
    name: 'list_notifications',
    set: 'notifications',
    title: 'List notifications',
    description: 'What you were told of: {"state":"unread"}.',
    annotations: readOnly,
  },
  handle: async ({ query: { state }, caller, read, page, now }) => {
    const whose = readingOf(caller);
    const all = await getReadUntil(read, whose);
    const placed = await (state === 'unread' ? unread : every)(read, whose, { all, page, now });
    const first = placed.slice(0, page.limit);
    const shown = await shownAs(
      { caller, read },
      first.map(({ found }) => found),
    );
    const next = placed.length > page.limit ? first.at(-1)!.position : undefined;
    return { items: shown.flatMap((one) => one ?? []), next };
  },
});

async function every(read: Reader, whose: Reading, { all, page, now }: Wanted): Promise<Placed[]> {
  const items = await findNotifications(read, whose, { before: page.after, limit: page.limit + 1, now });
  return items.map((item) => {
    const found = toNotification(item, all);
    return { position: found.notification.id, found };
  });
}

async function unread(read: Reader, whose: Reading, { all, page, now }: Wanted): Promise<Placed[]> {
  const marks = await findUnread(read, whose, all, { before: page.after, limit: page.limit + 1, now });
  const items = await Promise.all(
    marks.map(({ notificationId }) => getNotificationItem(read, whose, notificationId)),
  );
  return marks.flatMap(({ mark }, position) => {
    const item = items[position];
    return item ? [{ position: mark, found: toNotification(item, all) }] : [];
  });
}
