import { afterEach, describe, expect, test, vi } from 'vitest';
import { LIMITER_FAILED_MESSAGE, RateLimiter } from '../../../shared/kernel/api/limits/rate-limiter.ts';
import type { OwnLimits, UsageStore } from '../../../shared/kernel/api/limits/usage-store.ts';
import { seededRandom } from '../../support/random.ts';

const LIMITS = { credential: 600, workspace: 6_000 };
const SANDBOXES = 20;
const MINUTE_MS = 60_000;
const START = Date.parse('2100-01-01T00:00:00.000Z');
const caller = { credential: 'c', workspace: 'w' };

afterEach(() => void vi.restoreAllMocks());

/** The table, as far as the limiter uses it, with the number of writes to it. */
function newStore(own: OwnLimits = {}) {
  const sums = new Map<string, number>();
  const store = {
    writes: 0,
    fails: false as boolean,
    report: async ({ by, id }: { by: string; id: string }, window: number, count: number) => {
      if (store.fails) throw new Error('The table does not answer.');
      store.writes++;
      const key = `${by} ${id} ${window}`;
      sums.set(key, (sums.get(key) ?? 0) + count);
      return sums.get(key)!;
    },
    ownLimits: async () => ({ ...own }),
  } satisfies UsageStore & { writes: number; fails: boolean };
  return store;
}

interface Load {
  sandboxes: number;
  /** Requests a minute of each credential. */
  offered: number;
  credentials: string[];
  minutes: number;
  seed: number;
}

/** Sends requests at random moments to random sandboxes; returns how many of each minute were admitted. */
async function admitted(store: UsageStore, { sandboxes, offered, credentials, minutes, seed }: Load) {
  const random = seededRandom(seed);
  const limiters = Array.from({ length: sandboxes }, () => new RateLimiter(LIMITS, store));
  const counts: number[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    const moments = Array.from(
      { length: offered * credentials.length },
      () => START + (minute + random()) * MINUTE_MS,
    );
    let passed = 0;
    for (const moment of moments.sort((a, b) => a - b)) {
      const limiter = limiters[Math.floor(random() * sandboxes)]!;
      const counted = { credential: credentials[Math.floor(random() * credentials.length)]!, workspace: 'w' };
      await limiter.refresh(counted, new Date(moment));
      if (!limiter.take(counted, 1, new Date(moment)).exceeded) passed++;
    }
    counts.push(passed);
  }
  return counts;
}

const one = { sandboxes: 20, credentials: ['c'], minutes: 3, seed: 1 };
const ten = { ...one, credentials: Array.from({ length: 20 }, (_, number) => `c${number}`), minutes: 2 };

describe('20 sandboxes hold a limit within 20 % in every minute, with a tenth of a write for each request', () => {
  test.each([
    ['a credential a little above its limit', { ...one, offered: 660 }, LIMITS.credential],
    ['a credential at three times its limit', { ...one, offered: 1_800 }, LIMITS.credential],
    ['a credential at twenty times its limit', { ...one, offered: 12_000 }, LIMITS.credential],
    [
      '20 credentials that are within theirs, but not their workspace',
      { ...ten, offered: 500 },
      LIMITS.workspace,
    ],
  ])('%s', async (_, load, limit) => {
    for (const seed of [1, 2, 3]) {
      const store = newStore();
      const counts = await admitted(store, { ...load, seed });
      for (const count of counts) {
        expect(count).toBeGreaterThanOrEqual(0.8 * limit);
        expect(count).toBeLessThanOrEqual(1.2 * limit);
      }
      const requests = load.offered * load.credentials.length * load.minutes;
      expect(store.writes).toBeLessThanOrEqual(0.1 * requests);
    }
  });
});

test('no caller within the limit is refused', async () => {
  expect(await admitted(newStore(), { ...one, offered: 480 })).toEqual([480, 480, 480]);
});

test('a tenant that sends 10,000 requests a second is held back, and 100 quiet ones are not refused once', async () => {
  // Half a second of it: its limit is used up in the first tenth.
  const store = newStore();
  const limiters = Array.from({ length: SANDBOXES }, () => new RateLimiter(LIMITS, store));
  const random = seededRandom(7);
  const admittedOf = { hostile: 0, quiet: 0 };
  const send = async (who: keyof typeof admittedOf, counted: { credential: string; workspace: string }) => {
    const limiter = limiters[Math.floor(random() * SANDBOXES)]!;
    await limiter.refresh(counted, new Date(START));
    if (!limiter.take(counted, 1, new Date(START)).exceeded) admittedOf[who]++;
  };
  for (let sent = 0; sent < 5_000; sent++) {
    await send('hostile', { credential: 'hostile', workspace: 'hostile' });
    if (sent % 10 === 0) {
      const tenant = `quiet ${(sent / 10) % 100}`;
      await send('quiet', { credential: tenant, workspace: tenant });
    }
  }
  expect(admittedOf.quiet).toBe(500);
  expect(admittedOf.hostile).toBeLessThanOrEqual(1.2 * LIMITS.credential);
  // What it is admitted is all that it costs the table, beside reports.
  expect(store.writes).toBeLessThanOrEqual(0.1 * 5_500);
});

test('a caller with a request a minute costs no write', async () => {
  const store = newStore();
  await admitted(store, { ...one, offered: 1, minutes: 60 });
  expect(store.writes).toBe(0);
});

test('one sandbox holds a limit exactly, and starts again with the minute', () => {
  const limiter = new RateLimiter(LIMITS, newStore());
  const at = (ms: number) => new Date(START + ms);
  for (let sent = 0; sent < 600; sent++) expect(limiter.take(caller, 1, at(1_000)).exceeded).toBeUndefined();
  expect(limiter.take(caller, 1, at(1_000))).toEqual({
    limits: [
      { by: 'credential', limit: 600, remaining: 0 },
      { by: 'workspace', limit: 6_000, remaining: 5_400 },
    ],
    resetSeconds: 59,
    exceeded: { by: 'credential', limit: 600, remaining: 0 },
  });
  expect(limiter.take(caller, 1, at(MINUTE_MS)).exceeded).toBeUndefined();
});

test('limits of the workspace take the place of those of the environment', async () => {
  const limiter = new RateLimiter(LIMITS, newStore({ credential: 30 }));
  let passed = 0;
  for (let sent = 0; sent < 100; sent++) {
    await limiter.refresh(caller, new Date(START));
    if (!limiter.take(caller, 1, new Date(START)).exceeded) passed++;
  }
  expect(passed).toBe(30);
});

test('limits of the workspace count from the first request of a window on, and are read once for it', async () => {
  const store = newStore({ credential: 1, workspace: 2 });
  const reads = vi.spyOn(store, 'ownLimits');
  const limiter = new RateLimiter(LIMITS, store);
  for (const minute of [0, 1]) {
    const send = async (second: number, by = caller) => {
      const now = new Date(START + minute * MINUTE_MS + second * 1_000);
      await limiter.refresh(by, now);
      return limiter.take(by, 1, now);
    };
    const [first, second] = await Promise.all([send(1), send(1)]);
    expect(first.limits.map(({ limit }) => limit)).toEqual([1, 2]);
    expect([first.exceeded, second.exceeded?.by]).toEqual([undefined, 'credential']);
    const other = { credential: 'd', workspace: 'w' };
    expect((await send(2, other)).exceeded).toBeUndefined();
    expect((await send(3, { credential: 'e', workspace: 'w' })).exceeded?.by).toBe('workspace');
    expect(reads).toHaveBeenCalledTimes(minute + 1);
  }
});

test('a workspace that has used up a day is allowed more as soon as an operator has said so', async () => {
  const own: OwnLimits = {};
  const day = 24 * 60 * MINUTE_MS;
  const limiter = new RateLimiter({ workspace: 30 }, newStore(own), day);
  const write = async (at: number) => {
    await limiter.refresh({ workspace: 'w' }, new Date(at));
    return limiter.take({ workspace: 'w' }, 1, new Date(at)).exceeded === undefined;
  };
  // All is reported, so that nothing is left to report.
  for (let sent = 0; sent < 100; sent++) await write(START);
  expect(await write(START)).toBe(false);
  own.workspace = 60;
  expect(await write(START + MINUTE_MS)).toBe(true);
});

test('a limit that an operator sets in the middle of a day holds within a minute, however little has been used', async () => {
  const own: OwnLimits = {};
  const store = newStore(own);
  const reads = vi.spyOn(store, 'ownLimits');
  const limiter = new RateLimiter({ workspace: 500_000 }, store, 24 * 60 * MINUTE_MS);
  const write = async (at: number) => {
    await limiter.refresh({ workspace: 'w' }, new Date(at));
    return limiter.take({ workspace: 'w' }, 1, new Date(at)).exceeded === undefined;
  };
  expect(await write(START)).toBe(true);
  own.workspace = 2;
  const later = START + MINUTE_MS;
  expect([await write(later), await write(later), await write(later)]).toEqual([true, false, false]);
  expect(reads).toHaveBeenCalledTimes(2);
});

test('requests pass while the store fails, which is logged, and are limited again afterwards', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const store = newStore();
  const limiter = new RateLimiter(LIMITS, store);
  const send = async () => {
    await limiter.refresh(caller, new Date(START));
    return limiter.take(caller, 1, new Date(START));
  };
  store.fails = true;
  for (let sent = 0; sent < 1_000; sent++) expect((await send()).exceeded).toBeUndefined();
  expect(warned).toHaveBeenCalledWith(expect.objectContaining({ message: LIMITER_FAILED_MESSAGE }));
  store.fails = false;
  for (let sent = 0; sent < 20; sent++) await send();
  expect((await send()).exceeded).toMatchObject({ by: 'credential' });
});
