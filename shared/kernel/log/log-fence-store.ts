import type { Change, Key, Reader } from '../core/database.ts';
import { itemKind } from '../db/table.ts';

/**
 * Marks that the writer of the log meets in the stream after all that was written before them, and says so. A stream has
 * an order within each of its shards only, so a fence has marks in many partitions.
 */
export const fenceKind = itemKind('LF#', 'expiry');
const passedKind = itemKind('LP#', 'expiry', 'any');

/** The marks of a fence: each of ten shards has one of them, nearly always. One transaction takes a hundred. */
const MARKS = 50;

const RETENTION_SECONDS = 24 * 60 * 60;

const ttlAt = (now: Date): number => Math.ceil(now.getTime() / 1_000) + RETENTION_SECONDS;

/** The marks of a new fence. */
export const putFence = (id: string, now: Date): Change[] =>
  Array.from({ length: MARKS }, (_, at) => ({
    put: { ...fenceKind.key(`${at}#${id}`), ttl: ttlAt(now) },
  }));

/** Says that the log has all that was written before a mark. */
export function passMark(key: Key, now: Date): Change {
  const [at, id] = fenceKind.idOf(key).split('#') as [string, string];
  return { put: { pk: `${passedKind.prefix}${id}`, sk: at, ttl: ttlAt(now) } };
}

/** Whether the log has all that was written before a fence. Strongly consistent. */
export async function isFencePassed(read: Reader, id: string): Promise<boolean> {
  const passed = await read.children(`${passedKind.prefix}${id}`);
  return passed.length === MARKS;
}
