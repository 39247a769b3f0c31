import type { OperationContext, Page, PageRequest } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Change, Item, Reader } from '../../kernel/core/database.ts';
import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { UNREAD_COUNT_MAX, type Notification } from '../news/notification.ts';
import {
  findNotifications,
  findMarkedUnread,
  findUnread,
  getNotificationItem,
  getReadUntil,
  isNotificationExpired,
  markRead,
  markUnread,
  newMark,
  putReadUntil,
  toNotification,
  type NotificationOwner,
  type ReadNotification,
  type ReadUntil,
} from '../news/notification-store.ts';
import { showNotifications, visibleSubjects } from './show-notifications.ts';

/** What operations do with the caller's own notifications. They import it on demand to keep their bundle under 250 KB. */

interface OwnCall {
  caller: Caller;
  read: Reader;
  now: Date;
}

/** Whose notifications a caller reads: only their own. */
const readingOf = ({ workspaceId, principalId }: Caller): NotificationOwner => ({
  workspaceId,
  memberId: principalId,
});

/** A notification with its position in the list; undefined for one that is gone, whose mark is still there. */
interface Placed {
  position: string;
  found: ReadNotification | undefined;
}

interface NotificationPage {
  all: ReadUntil | undefined;
  page: PageRequest;
  now: Date;
}

/** A page of the caller's notifications, of those that they still see. */
export async function listOwn(
  { caller, read, page, now }: OwnCall & { page: PageRequest },
  state: 'all' | 'unread',
): Promise<Page<Notification>> {
  const owner = readingOf(caller);
  const all = await getReadUntil(read, owner);
  const placed = await (state === 'unread' ? unread : every)(read, owner, { all, page, now });
  const first = placed.slice(0, page.limit);
  const shown = await showNotifications(
    { caller, read },
    first.flatMap(({ found }) => found ?? []),
  );
  const next = placed.length > page.limit ? first.at(-1)!.position : undefined;
  return { items: shown.flatMap((one) => one ?? []), next };
}

async function every(
  read: Reader,
  owner: NotificationOwner,
  { all, page, now }: NotificationPage,
): Promise<Placed[]> {
  const items = await findNotifications(read, owner, { before: page.after, limit: page.limit + 1, now });
  return items.map((item) => {
    const found = toNotification(item, all);
    return { position: found.notification.id, found };
  });
}

async function unread(
  read: Reader,
  owner: NotificationOwner,
  { all, page, now }: NotificationPage,
): Promise<Placed[]> {
  const marks = await findUnread(read, owner, all, { before: page.after, limit: page.limit + 1, now });
  const items = await Promise.all(
    marks.map(({ notificationId }) => getNotificationItem(read, owner, notificationId)),
  );
  return marks.map(({ mark, notificationId }, position) => {
    const item = isNotificationExpired(notificationId, now) ? undefined : items[position];
    return { position: mark, found: item && toNotification(item, all) };
  });
}

/** How many notifications the caller has not read and still sees, up to a maximum, and whether there are more. */
export async function countOwnUnread({ caller, read, now }: OwnCall) {
  const owner = readingOf(caller);
  const all = await getReadUntil(read, owner);
  const limit = UNREAD_COUNT_MAX + 1;
  let unread = 0;
  let before: string | undefined;
  do {
    const marks = await findUnread(read, owner, all, { before, limit, now });
    const counted = marks.filter((one) => !isNotificationExpired(one.notificationId, now));
    unread += (await visibleSubjects({ caller, read }, counted)).filter((one) => one).length;
    before = marks.length < limit ? undefined : marks.at(-1)!.mark;
  } while (before !== undefined && unread <= UNREAD_COUNT_MAX);
  return { unread: Math.min(unread, UNREAD_COUNT_MAX), hasMore: unread > UNREAD_COUNT_MAX };
}

/** One of the caller's notifications, as stored and as shown. */
interface OwnNotification {
  item: Item;
  all: ReadUntil | undefined;
  shown: Notification;
}

/** Returns a notification of the caller; throws a 404 for any other, and if they no longer see what it is about. */
async function loadOwnOrThrow({ caller, read, now }: OwnCall, id: string): Promise<OwnNotification> {
  if (isNotificationExpired(id, now)) throw notFound('notification');
  const owner = readingOf(caller);
  const [item, all] = await Promise.all([getNotificationItem(read, owner, id), getReadUntil(read, owner)]);
  const [shown] = item ? await showNotifications({ caller, read }, [toNotification(item, all)]) : [];
  if (!item || !shown) throw notFound('notification');
  return { item, all, shown };
}

export const ownOrThrow = async (call: OwnCall, id: string): Promise<Notification> =>
  (await loadOwnOrThrow(call, id)).shown;

/** A notification once it is marked, with the changes for that; none if it is so already. */
interface Marked {
  changes: Change[];
  notification: Notification;
}

export async function ownAsRead(call: OwnCall, id: string): Promise<Marked> {
  const { item, shown } = await loadOwnOrThrow(call, id);
  if (shown.readAt !== null) return { changes: [], notification: shown };
  const changes = markRead(readingOf(call.caller), item, call.now, writeConflict);
  return { changes, notification: { ...shown, readAt: call.now.toISOString() } };
}

export async function ownAsUnread(call: OwnCall & { newId: () => string }, id: string): Promise<Marked> {
  const { item, all, shown } = await loadOwnOrThrow(call, id);
  if (shown.readAt === null) return { changes: [], notification: shown };
  const changes = markUnread(readingOf(call.caller), item, newMark(call.newId(), all), writeConflict);
  return { changes, notification: { ...shown, readAt: null } };
}

/** Until when all of the caller's notifications are read; undefined if they never said so. */
export const ownReadUntil = async ({
  caller,
  read,
}: Pick<OwnCall, 'caller' | 'read'>): Promise<string | undefined> =>
  (await getReadUntil(read, readingOf(caller)))?.until;

/** The most that were marked as unread again and are read with one write, which takes 100 changes. */
const MARKED_UNREAD_MAX = 40;

/** Until when all of the caller's notifications are read then, with the changes for that; an earlier time ends nothing. */
export async function ownReadUpTo(
  call: OwnCall & Pick<OperationContext, 'tryWrite'>,
  wanted: string,
): Promise<{ changes: Change[]; until: string }> {
  const { caller, read, now } = call;
  const owner = readingOf(caller);
  const previous = await getReadUntil(read, owner);
  const at = now.toISOString();
  const until = wanted < at ? wanted : at;
  const marked = await readMarkedUnread(call, owner, until);
  if (previous !== undefined && until <= previous.until) return { changes: marked, until: previous.until };
  return { changes: [...marked, putReadUntil(owner, { until, at }, previous, writeConflict)], until };
}

/**
 * Changes that read what was written up to a time and marked as unread after it. Of more than one write takes, all but the
 * last are made.
 */
async function readMarkedUnread(
  { read, now, tryWrite }: OwnCall & Pick<OperationContext, 'tryWrite'>,
  owner: NotificationOwner,
  until: string,
): Promise<Change[]> {
  const marks = await findMarkedUnread(read, owner, until, now);
  const items = await Promise.all(
    marks.map(({ notificationId }) => getNotificationItem(read, owner, notificationId)),
  );
  const changes = items.map((item) => (item ? markRead(owner, item, now, writeConflict) : []));
  while (changes.length > MARKED_UNREAD_MAX) {
    if (!(await tryWrite(changes.splice(0, MARKED_UNREAD_MAX).flat()))) throw writeConflict();
  }
  return changes.flat();
}
