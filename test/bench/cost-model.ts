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

/** What some work used, as it is paid for. */
export interface Used {
  readUnits: number;
  writeUnits: number;
  invocations: number;
  gigabyteSeconds: number;
  queueRequests: number;
}

/** What some work used. `fromQueue` says which functions a queue invokes, by the start of their names. */
export function usedBy({ readUnits, writeUnits, invocations }: Work, fromQueue: readonly string[]): Used {
  const queued = invocations.filter(({ functionName }) =>
    fromQueue.some((start) => functionName.startsWith(start)),
  );
  return {
    readUnits,
    writeUnits,
    invocations: invocations.length,
    gigabyteSeconds: invocations.reduce(
      (sum, report) => sum + (billedMs(report) / 1_000) * (report.memoryMb / MB_PER_GB),
      0,
    ),
    queueRequests: queueRequests(queued),
  };
}

/** The price of some work. */
export function priceOf(work: Work, prices: Prices, fromQueue: readonly string[]): Dollars {
  const { apiRequests, logBytes, sentBytes } = work;
  const { readUnits, writeUnits, invocations, gigabyteSeconds, queueRequests } = usedBy(work, fromQueue);
  const million = (count: number, price: number) => (count * price) / 1e6;
  const parts = {
    api: million(apiRequests, prices.perMillionApiRequests),
    database:
      million(readUnits, prices.perMillionReadUnits) + million(writeUnits, prices.perMillionWriteUnits),
    lambda: million(invocations, prices.perMillionInvocations) + gigabyteSeconds * prices.perGigabyteSecond,
    queue: million(queueRequests, prices.perMillionQueueRequests),
    logs: (logBytes / BYTES_PER_GB) * prices.perGigabyteOfLogs,
    sent: (sentBytes / BYTES_PER_GB) * prices.perGigabyteSent,
  };
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}

/** `count` times as much of each. */
export const times = <T extends Dollars | Used>(parts: T, count: number): T =>
  mapped(parts, (_, value) => value * count);

/** What one has more than the other. */
export const less = <T extends Dollars | Used>(one: T, other: T): T => {
  const others = new Map<string, number>(Object.entries(other));
  return mapped(one, (part, value) => value - others.get(part)!);
};

const mapped = <T extends Dollars | Used>(parts: T, valueOf: (part: string, value: number) => number): T => ({
  ...parts,
  ...Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, valueOf(part, Number(value))])),
});
