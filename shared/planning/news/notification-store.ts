import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { firstIdAt, timeOfId } from '../../kernel/core/id.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { NOTIFICATION_DAYS, storedNotificationSchema, type StoredNotification } from './notification.ts';

export const notificationDocument = defineDocument(storedNotificationSchema);

/** All that is stored of the notifications of a member, in one partition. */
const notificationKind = itemKind('NF#', 'workspace', 'any');

/** Whose notifications. */
export interface NotificationOwner {
  workspaceId: string;
  memberId: string;
}

const partitionOf = ({ workspaceId, memberId }: NotificationOwner): string =>
  notificationKind.key(`${workspaceId}#${memberId}`).pk;

/** The sort keys: the notifications, the marks of unread ones, the reasons of a day, and until when all are read. */
const NOTIFICATION = 'N#';
const UNREAD = 'UNREAD#';
const DAY = 'D#';
const READ = 'READ';

const keyOf = (owner: NotificationOwner, id: string): Key => ({
  pk: partitionOf(owner),
  sk: `${NOTIFICATION}${id}`,
});
const markKey = (owner: NotificationOwner, mark: string): Key => ({
  pk: partitionOf(owner),
  sk: `${UNREAD}${mark}`,
});
const dayKey = (owner: NotificationOwner, day: string): Key => ({
  pk: partitionOf(owner),
  sk: `${DAY}${day}`,
});
const readKey = (owner: NotificationOwner): Key => ({ pk: partitionOf(owner), sk: READ });

const DAY_MS = 24 * 60 * 60 * 1000;
const RETENTION_MS = NOTIFICATION_DAYS * DAY_MS;
/** The reasons of a day are kept for longer than any record can come again. */
const DAY_RETENTION_MS = RETENTION_MS + 10 * DAY_MS;

const ttlAt = (ms: number): number => Math.ceil(ms / 1000);

/** What a member was notified of in a day: the reasons, and how many of them each actor caused. */
export interface NotifiedDay {
  reasons: readonly string[];
  byActor: Readonly<Record<string, number>>;
}

export async function getNotifiedDay(
  read: Reader,
  owner: NotificationOwner,
  day: string,
): Promise<NotifiedDay> {
  const item = await read.get(dayKey(owner, day));
  return {
    reasons: (item?.['reasons'] as string[] | undefined) ?? [],
    byActor: (item?.['byActor'] as Record<string, number> | undefined) ?? {},
  };
}

/** Changes that add an unread notification, and the day that has it. Throw `stale` if that has changed. */
export const putNotification = (
  owner: NotificationOwner,
  notification: StoredNotification,
  { day, notified, previous, now }: { day: string; notified: NotifiedDay; previous: NotifiedDay; now: Date },
  stale: () => Error,
): Change[] => {
  const count = previous.reasons.length;
  const ttl = ttlAt(now.getTime() + RETENTION_MS);
  return [
    {
      put: {
        ...dayKey(owner, day),
        ...notified,
        count: notified.reasons.length,
        ttl: ttlAt(now.getTime() + DAY_RETENTION_MS),
      },
      if: count === 0 ? 'absent' : { equals: { count } },
      onConditionFailed: stale,
    },
    {
      put: {
        ...keyOf(owner, notification.id),
        ...notificationDocument.write(notification),
        mark: notification.id,
        ttl,
      },
      if: 'absent',
    },
    putMark(owner, notification.id, notification, ttl),
  ];
};

/** Marks a notification as unread. Marks sort by when it became unread, so that reading all ends those before. */
const putMark = (
  owner: NotificationOwner,
  mark: string,
  { id, storyId, objectiveId }: StoredNotification,
  ttl: number,
): Change => ({
  put: {
    ...markKey(owner, mark),
    notificationId: id,
    ...(storyId === null ? { objectiveId } : { storyId }),
    ttl,
  },
});

/** Until when a member has read all notifications, and when they said so. */
export interface ReadUntil {
  until: string;
  at: string;
}

export async function getReadUntil(read: Reader, owner: NotificationOwner): Promise<ReadUntil | undefined> {
  const item = await read.get(readKey(owner));
  return item && { until: item['until'] as string, at: item['at'] as string };
}

/** Stores until when all notifications are read. Throws `stale` if that has changed since it was read. */
export const putReadUntil = (
  owner: NotificationOwner,
  { until, at }: ReadUntil,
  previous: ReadUntil | undefined,
  stale: () => Error,
): Change => ({
  put: { ...readKey(owner), until, at },
  if: previous === undefined ? 'absent' : { equals: { until: previous.until } },
  onConditionFailed: stale,
});

/** A notification, with when it was read. */
export interface ReadNotification {
  notification: StoredNotification;
  readAt: string | null;
}

/** The lowest mark that is not ended by reading all. */
const firstMarkAfter = ({ until }: ReadUntil): string => firstIdAt(Date.parse(until) + 1);

/** The mark of a notification that becomes unread now: an id that is not ended by reading all before. */
export function newMark(id: string, all: ReadUntil | undefined): string {
  const first = all ? firstMarkAfter(all) : '';
  return id < first ? `${first}${id.slice(first.length)}` : id;
}

const markOf = (item: Item): string | undefined => item['mark'] as string | undefined;

export function toNotification(item: Item, all: ReadUntil | undefined): ReadNotification {
  const mark = markOf(item);
  const ended = mark !== undefined && all !== undefined && mark < firstMarkAfter(all);
  const readAt = ended ? all.at : ((item['readAt'] as string | undefined) ?? null);
  return { notification: notificationDocument.read(item), readAt };
}

export const getNotificationItem = (read: Reader, owner: NotificationOwner, id: string) =>
  read.get(keyOf(owner, id));

/** Up to `limit` items of a prefix, newest first, before an id and not expired. Strongly consistent. */
async function newestOf(
  read: Reader,
  owner: NotificationOwner,
  prefix: string,
  { before, from, limit }: { before: string | undefined; from: string; limit: number },
): Promise<Item[]> {
  const last = `${prefix}${before ?? 'g'}`;
  const first = `${prefix}${from}`;
  if (last <= first) return [];
  const range = { pk: partitionOf(owner), from: first, to: last, descending: true, consistent: true };
  // A range includes both of its ends.
  const items = await read.range({ ...range, limit: limit + 1 });
  return items.filter(({ sk }) => sk !== last).slice(0, limit);
}

interface Span {
  before: string | undefined;
  limit: number;
  now: Date;
}

const oldestId = (now: Date): string => firstIdAt(now.getTime() - RETENTION_MS);

/** Whether a notification is so old that it is not shown any more. */
export const isNotificationExpired = (id: string, now: Date): boolean => id < oldestId(now);

/** Up to `limit` notifications of a member, newest first. */
export const findNotifications = (
  read: Reader,
  owner: NotificationOwner,
  { now, ...span }: Span,
): Promise<Item[]> => newestOf(read, owner, NOTIFICATION, { ...span, from: oldestId(now) });

/** The mark of an unread notification. */
export interface UnreadMark {
  mark: string;
  notificationId: string;
  storyId: string | null;
  objectiveId: string | null;
}

/** Up to `limit` marks of unread notifications, the last marked first. */
export async function findUnread(
  read: Reader,
  owner: NotificationOwner,
  all: ReadUntil | undefined,
  { now, ...span }: Span,
): Promise<UnreadMark[]> {
  const from = [oldestId(now), ...(all ? [firstMarkAfter(all)] : [])].sort().at(-1)!;
  const items = await newestOf(read, owner, UNREAD, { ...span, from });
  return items.map(({ sk, notificationId, storyId, objectiveId }) => ({
    mark: sk.slice(UNREAD.length),
    notificationId: notificationId as string,
    storyId: (storyId as string | undefined) ?? null,
    objectiveId: (objectiveId as string | undefined) ?? null,
  }));
}

/** The most marks by which it is seen whether something has been read. */
const MARKS_SEEN = 12;

/**
 * The marks of the newest unread notifications and, if there are few, until when all are read: they change whenever one is
 * notified or read. Half a read unit, eventually consistent.
 */
export async function newestMarks(
  read: Reader,
  owner: NotificationOwner,
): Promise<{ name: string; at: number }[]> {
  const range = { pk: partitionOf(owner), from: READ, to: `${UNREAD}g`, descending: true, limit: MARKS_SEEN };
  return (await read.range(range)).map(({ sk, until }) =>
    sk === READ
      ? { name: `${READ} ${String(until)}`, at: 0 }
      : { name: sk, at: timeOfId(sk.slice(UNREAD.length)) },
  );
}

/** The most marks that are read at a time. */
const MARKS_AT_ONCE = 100;

/** The marks of notifications that were written up to a time, and became unread again after it. */
export async function findMarkedUnread(
  read: Reader,
  owner: NotificationOwner,
  until: string,
  now: Date,
): Promise<UnreadMark[]> {
  const all = { until, at: until };
  const end = firstMarkAfter(all);
  const found: UnreadMark[] = [];
  let before: string | undefined;
  do {
    const marks = await findUnread(read, owner, all, { before, limit: MARKS_AT_ONCE, now });
    found.push(...marks.filter(({ notificationId }) => notificationId < end));
    before = marks.length < MARKS_AT_ONCE ? undefined : marks.at(-1)!.mark;
  } while (before !== undefined);
  return found;
}

/** Changes that mark a notification as read. Throw `stale` if its mark has changed since it was read. */
export function markRead(owner: NotificationOwner, item: Item, now: Date, stale: () => Error): Change[] {
  const mark = markOf(item);
  return [
    {
      update: { pk: item.pk, sk: item.sk },
      with: { set: { readAt: now.toISOString() }, remove: ['mark'] },
      if: { equals: { mark } },
      onConditionFailed: stale,
    },
    ...(mark === undefined ? [] : [{ delete: markKey(owner, mark) }]),
  ];
}

/** Changes that mark a notification as unread, with a new mark. Throw `stale` if its mark has changed. */
export function markUnread(owner: NotificationOwner, item: Item, mark: string, stale: () => Error): Change[] {
  const former = markOf(item);
  return [
    {
      update: { pk: item.pk, sk: item.sk },
      with: { set: { mark }, remove: ['readAt'] },
      if: { equals: { mark: former } },
      onConditionFailed: stale,
    },
    putMark(owner, mark, notificationDocument.read(item), item['ttl'] as number),
    ...(former === undefined ? [] : [{ delete: markKey(owner, former) }]),
  ];
}

/** The maximum number of items that are deleted at a time. */
const DELETED_AT_ONCE = 100;

/** Changes that delete what is stored of a member's notifications, some at a time; none if all is deleted. */
export async function deleteNotificationsOf(read: Reader, owner: NotificationOwner): Promise<Change[]> {
  const range = { pk: partitionOf(owner), from: ' ', to: '~', limit: DELETED_AT_ONCE, consistent: true };
  return (await read.range(range)).map(({ pk, sk }) => ({ delete: { pk, sk } }));
}
