import { setTimeout as delay } from 'node:timers/promises';
import { askGroup, groupPaths } from '../deploy/check-groups.ts';

/** What clients saw while requests were sent at a steady pace. */
export interface LoopReport {
  requests: number;
  /** By status, or `none` where nothing answered. */
  byStatus: Record<string, number>;
  /** Answers of 5xx and of the gateway itself, and requests without an answer, by path with the last problem. */
  failures: Record<string, { count: number; last: string }>;
  /** The longest time in which no request succeeded, in milliseconds. */
  longestGapMs: number;
  slowestMs: number;
}

interface LoopOptions {
  seconds: number;
  /** Milliseconds between requests, which wait for no answer before them. */
  everyMs?: number;
  /** Ends the loop before its time. */
  signal?: AbortSignal;
}

const EVERY_MS = 100;

/**
 * Asks one path of each group in turn, without a credential, and reports every answer: what clients see of a deployment. A
 * request that waits delays no other, so that a pause is not counted as a single slow request.
 */
export async function loopRequests(
  baseUrl: string,
  { seconds, everyMs = EVERY_MS, signal }: LoopOptions,
): Promise<LoopReport> {
  const paths = groupPaths().map(({ path }) => path);
  const report: LoopReport = { requests: 0, byStatus: {}, failures: {}, longestGapMs: 0, slowestMs: 0 };
  const begun = Date.now();
  let lastSuccess = begun;
  const endGap = (at: number): void => {
    report.longestGapMs = Math.max(report.longestGapMs, at - lastSuccess);
  };
  const ask = async (path: string): Promise<void> => {
    const sent = Date.now();
    const { status, problem } = await askGroup(baseUrl + path);
    const now = Date.now();
    const key = String(status ?? 'none');
    report.byStatus[key] = (report.byStatus[key] ?? 0) + 1;
    report.slowestMs = Math.max(report.slowestMs, now - sent);
    if (problem !== undefined) {
      report.failures[path] = { count: (report.failures[path]?.count ?? 0) + 1, last: problem };
      return;
    }
    endGap(now);
    lastSuccess = now;
  };
  const asked: Promise<void>[] = [];
  while (Date.now() - begun < seconds * 1_000 && !signal?.aborted) {
    asked.push(ask(paths[report.requests++ % paths.length]!));
    await delay(everyMs, undefined, signal && { signal }).catch(() => undefined);
  }
  await Promise.all(asked);
  endGap(Date.now());
  return report;
}

/** The report as lines for the terminal. */
export function describeLoop({
  requests,
  byStatus,
  failures,
  longestGapMs,
  slowestMs,
}: LoopReport): string[] {
  const statuses = Object.entries(byStatus).map(([status, count]) => `${count} × ${status}`);
  const failed = Object.entries(failures).map(
    ([path, { count, last }]) => `FAILED ${path} ${count} ×, the last time: ${last}`,
  );
  return [
    ...failed,
    `${requests} requests: ${statuses.join(', ')}`,
    `The longest time without a success was ${longestGapMs} ms, the slowest answer took ${slowestMs} ms.`,
  ];
}
