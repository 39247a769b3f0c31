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
interface Whose {
  workspaceId: string;
  memberId: string;
}

const keyOf = ({ workspaceId, memberId }: Whose): Key => workingTimeKind.key(`${workspaceId}#${memberId}`);

/** The owner of a working-time item. */
export function whoseTime(key: Pick<Key, 'pk'>): Whose {
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
export const readWorkingHours = async (read: Reader, whose: Whose): Promise<WorkingHours> =>
  toHours(await read.get(keyOf(whose)), whose);

const toHours = (item: Item | undefined, { workspaceId, memberId }: Whose): WorkingHours =>
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
export async function readWorkingTime(read: Reader, whose: Whose): Promise<WorkingTime> {
  const items = await read.children(keyOf(whose).pk);
  const under = (prefix: string) => items.filter(({ sk }) => sk.startsWith(prefix));
  return {
    hours: toHours(
      items.find(({ sk }) => sk === SELF),
      whose,
    ),
    timeOff: under(OFF).map((item) => timeOffDocument.read(item)),
    busy: [...under(BUSY).map((item) => busyTimeDocument.read(item)), ...under(FEED).flatMap(timesOfFeed)],
  };
}

const feedKey = (whose: Whose, feedId: string): Key => ({ pk: keyOf(whose).pk, sk: `${FEED}${feedId}` });

function timesOfFeed(item: Item): TakenTime[] {
  const { memberId } = whoseTime(item);
  const at = (minute: number) => new Date(minute * 60_000).toISOString();
  return decodeSpans(item['spans'] as string).map(({ start, end }) => ({
    memberId,
    startDate: at(start),
    endDate: at(end),
    name: null,
  }));
}

/** The encoded spans of a busy feed (busy-feeds/busy-spans.ts); undefined if it has none. */
export const getFeedTimes = async (read: Reader, whose: Whose, feedId: string): Promise<string | undefined> =>
  (await read.get(feedKey(whose, feedId)))?.['spans'] as string | undefined;

export const putFeedTimes = (whose: Whose, feedId: string, spans: string): Change => ({
  put: { ...feedKey(whose, feedId), spans },
});

export const deleteFeedTimes = (whose: Whose, feedId: string): Change => ({ delete: feedKey(whose, feedId) });

/** The weeks and the days off of members, eventually consistent, side by side and without their busy times. */
export async function readWorkingDays(read: Reader, all: readonly Whose[]): Promise<WorkingDays[]> {
  const [hours, timeOff] = await Promise.all([
    read.getMany(all.map(keyOf)),
    Promise.all(
      all.map((whose) =>
        read.range({ pk: keyOf(whose).pk, from: OFF, to: `${OFF}~`, limit: TIME_OFF_MAX, descending: true }),
      ),
    ),
  ]);
  return all.map((whose, position) => ({
    weekly: toHours(hours[position], whose).weekly,
    timeOff: timeOff[position]!.map((item) => timeOffDocument.read(item)),
  }));
}

/** An entry with an end that is stored with a member's hours. */
interface Entry extends Whose {
  id: string;
  endDate: string;
}

/** Reads and changes the entries of a kind. */
export interface EntryStore<T extends Entry> {
  /** Reads the entries of a member, newest first. */
  readAll: (read: Reader, whose: Whose) => Promise<T[]>;
  get: (read: Reader, whose: Whose, id: string) => Promise<T | undefined>;
  put: (entry: T) => Change;
  /** Reads the number added since the last count, and the result of that count; undefined before the first. */
  getAdded: (read: Reader, whose: Whose) => Promise<number | undefined>;
  /** Increments the count, unless it has reached the limit. */
  addOne: (whose: Whose, most: number, full: () => Error) => Change;
  /** Sets the count to the actual number, if nothing was added since it was read. */
  recount: (whose: Whose, known: number | undefined, counted: number, moved: () => Error) => Change;
  delete: (whose: Whose, id: string, gone: () => Error) => Change;
}

function entriesUnder<T extends Entry>(prefix: string, document: DocumentFormat<T>): EntryStore<T> {
  const entryKey = (whose: Whose, id: string): Key => ({ pk: keyOf(whose).pk, sk: `${prefix}${id}` });
  // It counts what expires and what is deleted, too, until it is full.
  const countKey = (whose: Whose): Key => ({ pk: keyOf(whose).pk, sk: `COUNT#${prefix}` });
  return {
    readAll: async (read, whose) =>
      (await read.children(keyOf(whose).pk, prefix)).map((item) => document.read(item)),
    async get(read, whose, id) {
      const item = await read.get(entryKey(whose, id));
      return item && document.read(item);
    },
    put: (entry) => ({
      put: { ...entryKey(entry, entry.id), ...document.write(entry), ttl: endOfRetention(entry.endDate) },
      if: 'absent',
    }),
    getAdded: async (read, whose) => (await read.get(countKey(whose)))?.['count'] as number | undefined,
    addOne: (whose, most, full) => ({
      update: countKey(whose),
      with: { add: { count: 1 } },
      if: { equals: {}, below: { count: most } },
      onConditionFailed: full,
    }),
    recount: (whose, known, counted, moved) => ({
      put: { ...countKey(whose), count: counted },
      if: known === undefined ? 'absent' : { equals: { count: known } },
      onConditionFailed: moved,
    }),
    delete: (whose, id, gone) => ({
      delete: entryKey(whose, id),
      if: 'present',
      onConditionFailed: gone,
    }),
  };
}

const endOfRetention = (endDate: string): number => Math.ceil((Date.parse(endDate) + RETENTION_MS) / 1000);

export const timeOffStore = entriesUnder(OFF, timeOffDocument);
export const busyTimeStore = entriesUnder(BUSY, busyTimeDocument);
