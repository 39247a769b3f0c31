import type { InvocationReport } from '../../infra/local/lambda/invocation.ts';
import type { Prices } from './prices.ts';

/** What some operations used. */
export interface Work {
  /** Requests that reached the API. */
  apiRequests: number;
  readUnits: number;
  writeUnits: number;
  invocations: readonly InvocationReport[];
  logBytes: number;
  /** Bytes of the answers and of what webhooks were sent. */
  sentBytes: number;
}

/** US dollars, by what they are paid for. */
export interface Dollars {
  api: number;
  database: number;
  lambda: number;
  queue: number;
  logs: number;
  sent: number;
  total: number;
}

/** Memory at which Lambda gives a whole core. https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const MB_PER_CORE = 1_769;
const BYTES_PER_GB = 1e9;
const MB_PER_GB = 1_024;

/** Milliseconds that Lambda bills: what it waited as measured, and its CPU time as long as its share of a core takes. */
export function billedMs({ durationMs, cpuMs, memoryMb }: InvocationReport): number {
  const waitedMs = Math.max(0, durationMs - cpuMs);
  return Math.ceil(waitedMs + cpuMs / Math.min(1, memoryMb / MB_PER_CORE));
}

/** Each message of a queue is sent, and received and deleted in its batch. */
const queueRequests = (invocations: readonly InvocationReport[]): number =>
  invocations.reduce((sum, { records }) => sum + records + 2, 0);

/** The price of some work. `fromQueue` says which functions a queue invokes, by the start of their names. */
export function priceOf(work: Work, prices: Prices, fromQueue: readonly string[]): Dollars {
  const { apiRequests, readUnits, writeUnits, invocations, logBytes, sentBytes } = work;
  const million = (count: number, price: number) => (count * price) / 1e6;
  const gigabyteSeconds = invocations.reduce(
    (sum, report) => sum + (billedMs(report) / 1_000) * (report.memoryMb / MB_PER_GB),
    0,
  );
  const queued = invocations.filter(({ functionName }) =>
    fromQueue.some((start) => functionName.startsWith(start)),
  );
  const parts = {
    api: million(apiRequests, prices.perMillionApiRequests),
    database:
      million(readUnits, prices.perMillionReadUnits) + million(writeUnits, prices.perMillionWriteUnits),
    lambda:
      million(invocations.length, prices.perMillionInvocations) + gigabyteSeconds * prices.perGigabyteSecond,
    queue: million(queueRequests(queued), prices.perMillionQueueRequests),
    logs: (logBytes / BYTES_PER_GB) * prices.perGigabyteOfLogs,
    sent: (sentBytes / BYTES_PER_GB) * prices.perGigabyteSent,
  };
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}

/** Dollars of `count` times as much. */
export const times = (dollars: Dollars, count: number): Dollars =>
  mapped(dollars, (part) => dollars[part] * count);

/** What one costs more than the other. */
export const less = (one: Dollars, other: Dollars): Dollars => mapped(one, (part) => one[part] - other[part]);

const mapped = (dollars: Dollars, valueOf: (part: keyof Dollars) => number): Dollars => ({
  ...dollars,
  ...Object.fromEntries((Object.keys(dollars) as (keyof Dollars)[]).map((part) => [part, valueOf(part)])),
});
