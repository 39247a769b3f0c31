import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { firstIdAt, timeOfId } from '../../kernel/core/id.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { NOTIFICATION_DAYS, storedNotificationSchema, type StoredNotification } from './notification.ts';

export const notificationDocument = defineDocument(storedNotificationSchema);

/** All that is stored of the notifications of a member, in one partition. */
const notificationKind = itemKind('NF#', 'workspace', 'any');

/** Whose notifications. */
export interface Reading {
  workspaceId: string;
  memberId: string;
}

const partitionOf = ({ workspaceId, memberId }: Reading): string =>
  notificationKind.key(`${workspaceId}#${memberId}`).pk;

/** The sort keys: the notifications, the marks of unread ones, what was told in a day, and until when all are read. */
const NOTIFICATION = 'N#';
const UNREAD = 'UNREAD#';
const DAY = 'D#';
const READ = 'READ';

const keyOf = (whose: Reading, id: string): Key => ({ pk: partitionOf(whose), sk: `${NOTIFICATION}${id}` });
const markKey = (whose: Reading, mark: string): Key => ({ pk: partitionOf(whose), sk: `${UNREAD}${mark}` });
const dayKey = (whose: Reading, day: string): Key => ({ pk: partitionOf(whose), sk: `${DAY}${day}` });
const readKey = (whose: Reading): Key => ({ pk: partitionOf(whose), sk: READ });

const DAY_MS = 24 * 60 * 60 * 1000;
const RETENTION_MS = NOTIFICATION_DAYS * DAY_MS;
/** What was told is remembered for longer than anything is told again. */
const DAY_RETENTION_MS = RETENTION_MS + 10 * DAY_MS;

const ttlAt = (ms: number): number => Math.ceil(ms / 1000);

/** What a member was told of the changes of a day: the reasons, and how many each actor caused. */
export interface ToldOfDay {
  reasons: readonly string[];
  byActor: Readonly<Record<string, number>>;
}

export async function getToldOfDay(read: Reader, whose: Reading, day: string): Promise<ToldOfDay> {
  const item = await read.get(dayKey(whose, day));
  return {
    reasons: (item?.['reasons'] as string[] | undefined) ?? [],
    byActor: (item?.['byActor'] as Record<string, number> | undefined) ?? {},
  };
}

/** Changes that add an unread notification, and what was told of the day. Throw `stale` if that has changed. */
export const putNotification = (
  whose: Reading,
  notification: StoredNotification,
  { day, told, previous, now }: { day: string; told: ToldOfDay; previous: ToldOfDay; now: Date },
  stale: () => Error,
): Change[] => {
  const count = previous.reasons.length;
  const ttl = ttlAt(now.getTime() + RETENTION_MS);
  return [
    {
      put: {
        ...dayKey(whose, day),
        ...told,
        count: told.reasons.length,
        ttl: ttlAt(now.getTime() + DAY_RETENTION_MS),
      },
      if: count === 0 ? 'absent' : { equals: { count } },
      onConditionFailed: stale,
    },
    {
      put: {
        ...keyOf(whose, notification.id),
        ...notificationDocument.write(notification),
        mark: notification.id,
        ttl,
      },
      if: 'absent',
    },
    putMark(whose, notification.id, notification, ttl),
  ];
};

/** Marks a notification as unread. Marks sort by when it became unread, so that reading all ends those before. */
const putMark = (
  whose: Reading,
  mark: string,
  { id, storyId, objectiveId }: StoredNotification,
  ttl: number,
): Change => ({
  put: {
    ...markKey(whose, mark),
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

export async function getReadUntil(read: Reader, whose: Reading): Promise<ReadUntil | undefined> {
  const item = await read.get(readKey(whose));
  return item && { until: item['until'] as string, at: item['at'] as string };
}

/** Stores until when all notifications are read. Throws `stale` if that has changed since it was read. */
export const putReadUntil = (
  whose: Reading,
  { until, at }: ReadUntil,
  previous: ReadUntil | undefined,
  stale: () => Error,
): Change => ({
  put: { ...readKey(whose), until, at },
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

export const getNotificationItem = (read: Reader, whose: Reading, id: string) => read.get(keyOf(whose, id));

/** Up to `limit` items of a prefix, newest first, before an id and not expired. Strongly consistent. */
async function newestOf(
  read: Reader,
  whose: Reading,
  prefix: string,
  { before, from, limit }: { before: string | undefined; from: string; limit: number },
): Promise<Item[]> {
  const last = `${prefix}${before ?? 'g'}`;
  const first = `${prefix}${from}`;
  if (last <= first) return [];
  const range = { pk: partitionOf(whose), from: first, to: last, descending: true, consistent: true };
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
export const findNotifications = (read: Reader, whose: Reading, { now, ...span }: Span): Promise<Item[]> =>
  newestOf(read, whose, NOTIFICATION, { ...span, from: oldestId(now) });

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
  whose: Reading,
  all: ReadUntil | undefined,
  { now, ...span }: Span,
): Promise<UnreadMark[]> {
  const from = [oldestId(now), ...(all ? [firstMarkAfter(all)] : [])].sort().at(-1)!;
  const items = await newestOf(read, whose, UNREAD, { ...span, from });
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
 * told or read. Half a read unit, eventually consistent.
 */
export async function newestMarks(read: Reader, whose: Reading): Promise<{ name: string; at: number }[]> {
  const range = { pk: partitionOf(whose), from: READ, to: `${UNREAD}g`, descending: true, limit: MARKS_SEEN };
  return (await read.range(range)).map(({ sk, until }) =>
    sk === READ
      ? { name: `${READ} ${String(until)}`, at: 0 }
      : { name: sk, at: timeOfId(sk.slice(UNREAD.length)) },
  );
}

/** The most marks that are read at a time. */
const MARKS_AT_ONCE = 100;

/** The marks of notifications that were written up to a time, and became unread again after it. */
export async function findMarkedAgain(
  read: Reader,
  whose: Reading,
  until: string,
  now: Date,
): Promise<UnreadMark[]> {
  const all = { until, at: until };
  const end = firstMarkAfter(all);
  const found: UnreadMark[] = [];
  let before: string | undefined;
  do {
    const marks = await findUnread(read, whose, all, { before, limit: MARKS_AT_ONCE, now });
    found.push(...marks.filter(({ notificationId }) => notificationId < end));
    before = marks.length < MARKS_AT_ONCE ? undefined : marks.at(-1)!.mark;
  } while (before !== undefined);
  return found;
}

/** Changes that mark a notification as read. Throw `stale` if its mark has changed since it was read. */
export function markRead(whose: Reading, item: Item, now: Date, stale: () => Error): Change[] {
  const mark = markOf(item);
  return [
    {
      update: { pk: item.pk, sk: item.sk },
      with: { set: { readAt: now.toISOString() }, remove: ['mark'] },
      if: { equals: { mark } },
      onConditionFailed: stale,
    },
    ...(mark === undefined ? [] : [{ delete: markKey(whose, mark) }]),
  ];
}

/** Changes that mark a notification as unread, with a new mark. Throw `stale` if its mark has changed. */
export function markUnread(whose: Reading, item: Item, mark: string, stale: () => Error): Change[] {
  const former = markOf(item);
  return [
    {
      update: { pk: item.pk, sk: item.sk },
      with: { set: { mark }, remove: ['readAt'] },
      if: { equals: { mark: former } },
      onConditionFailed: stale,
    },
    putMark(whose, mark, notificationDocument.read(item), item['ttl'] as number),
    ...(former === undefined ? [] : [{ delete: markKey(whose, former) }]),
  ];
}

/** The maximum number of items that are deleted at a time. */
const DELETED_AT_ONCE = 100;

/** Changes that delete what is stored of a member's notifications, some at a time; none if all is deleted. */
export async function deleteNotificationsOf(read: Reader, whose: Reading): Promise<Change[]> {
  const range = { pk: partitionOf(whose), from: ' ', to: '~', limit: DELETED_AT_ONCE, consistent: true };
  return (await read.range(range)).map(({ pk, sk }) => ({ delete: { pk, sk } }));
}
