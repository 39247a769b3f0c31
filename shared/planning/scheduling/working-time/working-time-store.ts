import { defineDocument, type DocumentFormat } from '../../../kernel/db/document.ts';
import { SELF, itemKind } from '../../../kernel/db/table.ts';
import type { Change, Item, Key, Reader } from '../../../kernel/core/database.ts';
import { DAY_MS } from '../../../kernel/core/date-span.ts';
import { decodeSpans } from './busy-spans.ts';
import {
  busyTimeSchema,
  defaultHours,
  timeOffSchema,
  workingHoursSchema,
  TIME_OFF_MAX,
  type BusyTime,
  type TimeOff,
  type WorkingDays,
  type WorkingHours,
} from './working-time.ts';

/** Working hours, days off and busy times: all are in a partition of their member. */
export const workingTimeKind = itemKind('WH#', 'workspace', 'any');

/** Whose working time it is. */
interface TimeOwner {
  workspaceId: string;
  memberId: string;
}

const keyOf = ({ workspaceId, memberId }: TimeOwner): Key =>
  workingTimeKind.key(`${workspaceId}#${memberId}`);

/** The owner of a working-time item. */
export function timeOwnerOf(key: Pick<Key, 'pk'>): TimeOwner {
  const [workspaceId = '', memberId = ''] = workingTimeKind.idOf(key).split('#');
  return { workspaceId, memberId };
}

/** The retention of past entries in milliseconds. */
const RETENTION_MS = 90 * DAY_MS;

/** Days off and busy times are stored under the same partition key as the hours, so that one strongly consistent query reads all of them. */
const OFF = 'OFF#';
const BUSY = 'BUSY#';
/** The busy times of a busy feed, in one item. */
const FEED = 'FEED#';

export const workingHoursDocument = defineDocument(workingHoursSchema);
export const timeOffDocument = defineDocument(timeOffSchema);
export const busyTimeDocument = defineDocument(busyTimeSchema);

/** The member's hours, or the default. */
export const readWorkingHours = async (read: Reader, owner: TimeOwner): Promise<WorkingHours> =>
  toHours(await read.get(keyOf(owner)), owner);

const toHours = (item: Item | undefined, { workspaceId, memberId }: TimeOwner): WorkingHours =>
  item ? workingHoursDocument.read(item) : defaultHours(workspaceId, memberId);

/** Replaces the hours, if no other change came in between. */
export const putWorkingHours = (
  next: WorkingHours,
  { updatedAt }: Pick<WorkingHours, 'updatedAt'>,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: { ...keyOf(next), ...workingHoursDocument.write(next), updatedAt: next.updatedAt },
  if: updatedAt === null ? 'absent' : { equals: { updatedAt } },
  onConditionFailed: stale,
});

export const toWorkingHours = (item: Item): WorkingHours => workingHoursDocument.read(item);

/** The data that determines when a member can work. */
export interface WorkingTime {
  hours: WorkingHours;
  timeOff: TimeOff[];
  /** With those of busy feeds, which have no name. */
  busy: TakenTime[];
}

/** A time that is taken. */
type TakenTime = Pick<BusyTime, 'memberId' | 'startDate' | 'endDate' | 'name'>;

/** All of a member's working time, strongly consistent, in one query. */
export async function readWorkingTime(read: Reader, owner: TimeOwner): Promise<WorkingTime> {
  const items = await read.children(keyOf(owner).pk);
  const under = (prefix: string) => items.filter(({ sk }) => sk.startsWith(prefix));
  return {
    hours: toHours(
      items.find(({ sk }) => sk === SELF),
      owner,
    ),
    timeOff: under(OFF).map((item) => timeOffDocument.read(item)),
    busy: [...under(BUSY).map((item) => busyTimeDocument.read(item)), ...under(FEED).flatMap(timesOfFeed)],
  };
}

const feedKey = (owner: TimeOwner, feedId: string): Key => ({ pk: keyOf(owner).pk, sk: `${FEED}${feedId}` });

function timesOfFeed(item: Item): TakenTime[] {
  const { memberId } = timeOwnerOf(item);
  const at = (minute: number) => new Date(minute * 60_000).toISOString();
  return decodeSpans(item['spans'] as string).map(({ start, end }) => ({
    memberId,
    startDate: at(start),
    endDate: at(end),
    name: null,
  }));
}

/** The encoded spans of a busy feed (busy-feeds/busy-spans.ts); undefined if it has none. */
export const getFeedTimes = async (
  read: Reader,
  owner: TimeOwner,
  feedId: string,
): Promise<string | undefined> => (await read.get(feedKey(owner, feedId)))?.['spans'] as string | undefined;

export const putFeedTimes = (owner: TimeOwner, feedId: string, spans: string): Change => ({
  put: { ...feedKey(owner, feedId), spans },
});

export const deleteFeedTimes = (owner: TimeOwner, feedId: string): Change => ({
  delete: feedKey(owner, feedId),
});

/** The weeks and the days off of members, eventually consistent, side by side and without their busy times. */
export async function readWorkingDays(read: Reader, all: readonly TimeOwner[]): Promise<WorkingDays[]> {
  const [hours, timeOff] = await Promise.all([
    read.getMany(all.map(keyOf)),
    Promise.all(
      all.map((owner) =>
        read.range({ pk: keyOf(owner).pk, from: OFF, to: `${OFF}~`, limit: TIME_OFF_MAX, descending: true }),
      ),
    ),
  ]);
  return all.map((owner, position) => ({
    weekly: toHours(hours[position], owner).weekly,
    timeOff: timeOff[position]!.map((item) => timeOffDocument.read(item)),
  }));
}

/** An entry with an end that is stored with a member's hours. */
interface Entry extends TimeOwner {
  id: string;
  endDate: string;
}

/** Reads and changes the entries of a kind. */
export interface EntryStore<T extends Entry> {
  /** Reads the entries of a member, newest first. */
  readAll: (read: Reader, owner: TimeOwner) => Promise<T[]>;
  get: (read: Reader, owner: TimeOwner, id: string) => Promise<T | undefined>;
  put: (entry: T) => Change;
  /** Reads the number added since the last count, and the result of that count; undefined before the first. */
  getAdded: (read: Reader, owner: TimeOwner) => Promise<number | undefined>;
  /** Increments the count, unless it has reached the limit. */
  addOne: (owner: TimeOwner, most: number, full: () => Error) => Change;
  /** Sets the count to the actual number, if nothing was added since it was read. */
  recount: (owner: TimeOwner, known: number | undefined, counted: number, moved: () => Error) => Change;
  delete: (owner: TimeOwner, id: string, gone: () => Error) => Change;
}

function entriesUnder<T extends Entry>(prefix: string, document: DocumentFormat<T>): EntryStore<T> {
  const entryKey = (owner: TimeOwner, id: string): Key => ({ pk: keyOf(owner).pk, sk: `${prefix}${id}` });
  // It counts what expires and what is deleted, too, until it is full.
  const countKey = (owner: TimeOwner): Key => ({ pk: keyOf(owner).pk, sk: `COUNT#${prefix}` });
  return {
    readAll: async (read, owner) =>
      (await read.children(keyOf(owner).pk, prefix)).map((item) => document.read(item)),
    async get(read, owner, id) {
      const item = await read.get(entryKey(owner, id));
      return item && document.read(item);
    },
    put: (entry) => ({
      put: { ...entryKey(entry, entry.id), ...document.write(entry), ttl: endOfRetention(entry.endDate) },
      if: 'absent',
    }),
    getAdded: async (read, owner) => (await read.get(countKey(owner)))?.['count'] as number | undefined,
    addOne: (owner, most, full) => ({
      update: countKey(owner),
      with: { add: { count: 1 } },
      if: { equals: {}, below: { count: most } },
      onConditionFailed: full,
    }),
    recount: (owner, known, counted, moved) => ({
      put: { ...countKey(owner), count: counted },
      if: known === undefined ? 'absent' : { equals: { count: known } },
      onConditionFailed: moved,
    }),
    delete: (owner, id, gone) => ({
      delete: entryKey(owner, id),
      if: 'present',
      onConditionFailed: gone,
    }),
  };
}

const endOfRetention = (endDate: string): number => Math.ceil((Date.parse(endDate) + RETENTION_MS) / 1000);

export const timeOffStore = entriesUnder(OFF, timeOffDocument);
export const busyTimeStore = entriesUnder(BUSY, busyTimeDocument);
