import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { idFromBytes, idToBytes } from '../core/id.ts';
import type { Change, Item, Key, Reader } from '../core/database.ts';
import { itemKind } from '../db/table.ts';
import type { WebhookEvent } from './event.ts';

/**
 * The log of a team's events, or of those that belong to the workspace itself: entries with consecutive numbers, each
 * with one event or several. Writers put the next number under the condition that it is absent, so there are no gaps,
 * and a reader that continues from a number cannot pass an entry that becomes visible later.
 */
export type LogId = string;

/** The log of an event: its team's, or else its workspace's. */
export const logOf = ({ workspaceId, teamId }: Pick<WebhookEvent, 'workspaceId' | 'teamId'>): LogId =>
  teamId ?? workspaceId;

/** The position of an event: its log, its entry in the log, and its place in the entry. */
export interface LogPosition {
  log: LogId;
  number: number;
  index: number;
}

/** An entry of a log. */
export interface LogEntry {
  number: number;
  /** When it was written, in milliseconds since 1970; never earlier than the entry before. */
  at: number;
  /** The ids of its events, in order. */
  ids: string[];
  /** The exact texts of its events, in order. */
  bodies: () => string[];
}

const logKind = itemKind('LOG#', 'workspace', 'any');
const partition = (log: LogId): string => logKind.key(log).pk;
const sortKey = (number: number): string => String(number).padStart(16, '0');
const LAST = sortKey(9_999_999_999_999_999);

const entryKey = (log: LogId, number: number): Key => ({ pk: partition(log), sk: sortKey(number) });

/** Stored with a log: the number that its entries begin with. */
const startKey = (log: LogId): Key => ({ pk: partition(log), sk: '#START' });

const ID_BYTES = 16;

function toEntry(item: Item): LogEntry {
  const { sk, at, ids, text } = item as Item & { at: number; ids: Uint8Array; text: Uint8Array };
  const count = ids.length / ID_BYTES;
  return {
    number: Number(sk),
    at,
    ids: Array.from({ length: count }, (_, n) => idFromBytes(ids.slice(n * ID_BYTES, (n + 1) * ID_BYTES))),
    // JSON has no line breaks outside of its escapes.
    bodies: () => inflateRawSync(text).toString().split('\n'),
  };
}

/** Puts the next entry of a log. Throws `taken` if another writer has put one with its number. */
export const putLogEntry = (
  log: LogId,
  { number, at }: Pick<LogEntry, 'number' | 'at'>,
  events: readonly Pick<WebhookEvent, 'id' | 'body'>[],
  ttl: number,
  taken: () => Error,
): Change => ({
  put: {
    ...entryKey(log, number),
    at,
    ids: Buffer.concat(events.map(({ id }) => idToBytes(id))),
    text: deflateRawSync(events.map(({ body }) => body).join('\n')),
    ttl,
  },
  if: 'absent',
  onConditionFailed: taken,
});

/** The exact texts of events, each undefined once it has expired; reads each entry once. Strongly consistent. */
export async function getBodies(
  read: Reader,
  positions: readonly LogPosition[],
): Promise<(string | undefined)[]> {
  const nameOf = ({ log, number }: LogPosition) => `${log} ${number}`;
  const places = [...new Map(positions.map((position) => [nameOf(position), position])).values()];
  const entries = await Promise.all(
    places.map(async (place) => {
      const item = await read.get(entryKey(place.log, place.number));
      return [nameOf(place), item && toEntry(item).bodies()] as const;
    }),
  );
  const bodies = new Map(entries);
  return positions.map((position) => bodies.get(nameOf(position))?.[position.index]);
}

interface EntryRange {
  limit: number;
  consistent?: boolean;
}

/** Entries from a number on, oldest first. */
export async function readFrom(
  read: Reader,
  log: LogId,
  number: number,
  options: EntryRange,
): Promise<LogEntry[]> {
  const range = { pk: partition(log), from: sortKey(number), to: LAST };
  return (await read.range({ ...range, ...options })).map(toEntry);
}

/** Entries up to a number, by default the last ones, newest first. */
export async function readBack(
  read: Reader,
  log: LogId,
  options: EntryRange & { upTo?: number },
): Promise<LogEntry[]> {
  const { upTo, ...rest } = options;
  const range = { pk: partition(log), from: sortKey(0), to: upTo === undefined ? LAST : sortKey(upTo) };
  return (await read.range({ ...range, ...rest, descending: true })).map(toEntry);
}

/** The number with which a log begins; it restarts once all of its entries have expired. */
interface Start {
  number: number;
  /** The time of the decision, in milliseconds since 1970. */
  at: number;
}

const toStart = (item: Item | undefined): Start | undefined =>
  item && { number: item['number'] as number, at: item['at'] as number };

export const getStart = async (read: Reader, log: LogId): Promise<Start | undefined> =>
  toStart(await read.get(startKey(log)));

/** Decides where a log begins, or restarts. Throws `decided` if another writer has. */
export const putStart = (
  log: LogId,
  { number, at }: Start,
  previous: Start | undefined,
  decided: () => Error,
): Change => ({
  put: { ...startKey(log), number, at },
  if: previous === undefined ? 'absent' : { equals: { number: previous.number } },
  onConditionFailed: decided,
});

/** The state of a log at a reader's position: the next entry, and the number with which the log begins. */
interface Next {
  entry: LogEntry | undefined;
  start: Start | undefined;
}

/** Reads the next entries at positions of several logs, in one batch for up to 50. Eventually consistent. */
export async function getNext(
  read: Reader,
  places: readonly Pick<LogPosition, 'log' | 'number'>[],
): Promise<Next[]> {
  const keys = places.flatMap(({ log, number }) => [entryKey(log, number), startKey(log)]);
  const items = await read.getMany(keys);
  return places.map((_, n) => {
    const [entry, start] = [items[2 * n], items[2 * n + 1]];
    return { entry: entry && toEntry(entry), start: toStart(start) };
  });
}
