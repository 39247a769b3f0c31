import { globSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFunctionLog } from '../../../../infra/local/lambda/logs.ts';
import { WorkerPool } from '../../../../infra/local/lambda/worker-pool.ts';
import { temporaryFolder } from '../support.ts';

/** Says which thread it is, and ends on request. */
const MODULE = `
import { threadId } from 'node:worker_threads';
export const handler = async () => {
  const channel = new BroadcastChannel('worker-pool');
  const released = new Promise((resolve) => (channel.onmessage = ({ data }) => data === 'end' && resolve()));
  channel.postMessage(threadId);
  await released;
  channel.close();
};
`;

let pool: WorkerPool;
let openPool: (warmMs?: number) => WorkerPool;
let modulePath: string;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const home = temporaryFolder();
  modulePath = join(home, 'index.mjs');
  writeFileSync(modulePath, MODULE);
  const fn = { name: 'one', functionName: 'one', arn: 'arn', modulePath, exportName: 'handler' };
  openPool = (warmMs) =>
    new WorkerPool(
      {
        ...fn,
        timeoutMs: 1_000,
        memoryMb: 128,
        region: 'us-east-1',
        logsJson: false,
        asyncRetries: 0,
        allowsLoops: false,
        variables: {},
      },
      { environment: {}, log: openFunctionLog(home, 'one', false), hosts: {}, warmMs },
    );
  pool = openPool();
});
afterEach(async () => {
  await pool.close();
  vi.useRealTimers();
});

/** The threads that run calls made at once; they end when all have begun. */
async function threads(calls: number): Promise<Set<number>> {
  const channel = new BroadcastChannel('worker-pool');
  const begun = new Set<number>();
  channel.onmessage = ({ data }) => {
    if (begun.add(data as number).size === calls) channel.postMessage('end');
  };
  await Promise.all(Array.from({ length: calls }, () => pool.invoke({})));
  channel.close();
  return begun;
}

test('a worker next to another one ends after ten seconds without a call, the last one after five minutes', async () => {
  const both = await threads(2);
  vi.advanceTimersByTime(9_000);
  expect(await threads(2)).toEqual(both);
  vi.advanceTimersByTime(11_000);
  expect([...(await threads(2))].filter((thread) => both.has(thread))).toHaveLength(1);
  vi.advanceTimersByTime(11_000);
  const [kept] = await threads(1);
  vi.advanceTimersByTime(299_000);
  expect(await threads(1)).toEqual(new Set([kept]));
  vi.advanceTimersByTime(301_000);
  expect(both).not.toContain([...(await threads(1))][0]);
});

/** Says whether what its first call left behind is still in memory. */
const GARBAGE_MODULE = `
let left;
export const handler = async () => {
  if (left) return left.deref() === undefined ? 'collected' : 'in memory';
  left = new WeakRef({ some: 'thing' });
  return 'left';
};
`;

test('a worker collects its garbage once it has been idle for twenty seconds', async () => {
  writeFileSync(modulePath, GARBAGE_MODULE);
  const says = async () => (await pool.invoke({})) as { json: string };
  expect((await says()).json).toBe('"left"');
  vi.advanceTimersByTime(19_900);
  expect((await says()).json).toBe('"in memory"');
  vi.advanceTimersByTime(20_000);
  expect((await says()).json).toBe('"collected"');
});

test('a worker that is to stay warm neither ends next to another one nor collects its garbage before that time', async () => {
  pool = openPool(60_000);
  const both = await threads(2);
  vi.advanceTimersByTime(59_000);
  expect(await threads(2)).toEqual(both);
  vi.advanceTimersByTime(61_000);
  expect([...(await threads(2))].filter((thread) => both.has(thread))).toHaveLength(1);
  await pool.close();

  writeFileSync(modulePath, GARBAGE_MODULE);
  pool = openPool(60_000);
  const says = async () => (await pool.invoke({})) as { json: string };
  expect((await says()).json).toBe('"left"');
  vi.advanceTimersByTime(59_900);
  expect((await says()).json).toBe('"in memory"');
  vi.advanceTimersByTime(60_000);
  expect((await says()).json).toBe('"collected"');
});

test('compiled modules are stored next to a module, for the next start', async () => {
  writeFileSync(modulePath, GARBAGE_MODULE);
  await pool.invoke({});
  const kept = () => globSync(join(dirname(modulePath), 'compiled/*/*'));
  await vi.waitFor(() => expect(kept()).not.toEqual([]), { timeout: 30_000, interval: 100 });
});

/** Loads only on request. */
const SLOW_MODULE = `
const channel = new BroadcastChannel('slow-module');
const released = new Promise((resolve) => (channel.onmessage = resolve));
channel.postMessage('loading');
await released;
channel.close();
export const handler = async () => 'loaded';
`;

/** Invokes the function, and lets time pass while its module is loading. */
async function invokeSlowly(ms: number, loads: boolean) {
  writeFileSync(modulePath, SLOW_MODULE);
  const channel = new BroadcastChannel('slow-module');
  const loading = new Promise((resolve) => (channel.onmessage = resolve));
  const outcome = pool.invoke({});
  await loading;
  vi.advanceTimersByTime(ms);
  if (loads) channel.postMessage('load');
  const result = await outcome;
  channel.close();
  return result;
}

test('a module that takes longer to load than Lambda waits beforehand is still invoked, within the timeout', async () => {
  expect(await invokeSlowly(10_500, true)).toEqual({ kind: 'json', json: '"loaded"' });
});

test('a module that takes even longer times out', async () => {
  expect(await invokeSlowly(11_000, false)).toEqual({ kind: 'timeout' });
});
