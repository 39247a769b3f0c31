import { RateLimiter } from '../../../shared/kernel/api/limits/rate-limiter.ts';
import type { RateLimits } from '../../../shared/kernel/api/limits/rate-limits.ts';
import type { UsageStore } from '../../../shared/kernel/api/limits/usage-store.ts';
import { seededRandom } from '../../support/random.ts';
import { Clockwork, percentile } from './clockwork.ts';
import { QUIET_TENANTS } from './deliveries.ts';

export interface RequestLoad {
  seed: number;
  seconds: number;
  isHostile: boolean;
  rateLimits: RateLimits;
  /** The gateway's limit: requests a second, and how many at once. */
  throttle: { rate: number; burst: number };
  /** Executions of the functions at once. */
  concurrency: number;
  /** Whether the rate limiter works; left out to see what it does. */
  hasLimiter: boolean;
}

const HOSTILE_RATE = 10_000;
/** Of each quiet tenant, a second. */
const QUIET_RATE = 1;
/** How long functions take: to answer, on average, and to refuse from memory. */
const ANSWER_MS = 15;
const REFUSE_MS = 2;
/** What a client waits after a 429 of the gateway, which has no Retry-After. */
const RETRY_MS = 1_000;
const START = Date.parse('2100-01-01T00:00:00.000Z');

interface RequestOutcome {
  p50: number;
  p99: number;
  /** The share of quiet requests that the gateway refused at first. */
  refused: number;
  hostileAdmitted: number;
  executionsMost: number;
}

/** The table as the limiter uses it: sums of what sandboxes report. */
function usageStore(): UsageStore {
  const sums = new Map<string, number>();
  return {
    async report({ by, id }, window, count) {
      const key = `${by} ${id} ${window}`;
      sums.set(key, (sums.get(key) ?? 0) + count);
      return sums.get(key)!;
    },
    ownLimits: async () => ({}),
  };
}

/**
 * Simulates the way of a request: the gateway's throttle, which all callers share, and functions with the product's rate
 * limiter, one for each sandbox. A hostile tenant sends 10,000 requests a second with one credential.
 */
export async function simulateRequests(load: RequestLoad): Promise<RequestOutcome> {
  const clock = new Clockwork();
  const random = seededRandom(load.seed);
  const store = usageStore();
  const limiters: RateLimiter[] = [];
  const idle: number[] = [];
  const waiting: { tenant: number; begun: number }[] = [];
  const latencies: number[] = [];
  const outcome = { refused: 0, hostileAdmitted: 0, executionsMost: 0 };
  let tokens = load.throttle.burst;
  let filledAt = 0;
  let quiet = 0;

  const passesGateway = (): boolean => {
    tokens = Math.min(load.throttle.burst, tokens + ((clock.now - filledAt) / 1_000) * load.throttle.rate);
    filledAt = clock.now;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };

  const execute = async (tenant: number, begun: number): Promise<void> => {
    const sandbox = idle.pop() ?? (limiters.length < load.concurrency ? limiters.length : undefined);
    if (sandbox === undefined) return void waiting.push({ tenant, begun });
    const limiter = (limiters[sandbox] ??= new RateLimiter(load.rateLimits, store));
    outcome.executionsMost = Math.max(outcome.executionsMost, limiters.length - idle.length);
    const counted = { credential: `c${tenant}`, workspace: `w${tenant}` };
    const now = new Date(START + clock.now);
    const known = load.hasLimiter && limiter.isRefused(counted, 'proof', now);
    if (load.hasLimiter && !known) await limiter.refresh(counted, now);
    const isRefused = known || (load.hasLimiter && limiter.take(counted, 1, now).exceeded !== undefined);
    if (isRefused) limiter.rememberRefused(counted, 'proof');
    if (!isRefused && tenant === 0) outcome.hostileAdmitted++;
    const took = isRefused ? REFUSE_MS : ANSWER_MS * -Math.log(1 - random());
    clock.after(took, () => {
      idle.push(sandbox);
      if (tenant !== 0) latencies.push(clock.now - begun);
      const next = waiting.shift();
      return next && execute(next.tenant, next.begun);
    });
  };

  const send = async (tenant: number, begun: number, isFirst = true): Promise<void> => {
    if (passesGateway()) return await execute(tenant, begun);
    if (tenant === 0) return;
    if (isFirst) outcome.refused++;
    clock.after(RETRY_MS, () => send(tenant, begun, false));
  };

  const end = load.seconds * 1_000;
  for (let tenant = 1; tenant <= QUIET_TENANTS; tenant++) {
    for (let at = random() * 1_000; at < end; at += -Math.log(1 - random()) * (1_000 / QUIET_RATE)) {
      quiet++;
      clock.at(at, () => send(tenant, clock.now));
    }
  }
  const step = 1_000 / HOSTILE_RATE;
  const attack = async (): Promise<void> => {
    if (clock.now + step < end) clock.after(step, attack);
    await send(0, clock.now);
  };
  if (load.isHostile) clock.at(0, attack);
  await clock.runUntil(end + 60_000);
  return {
    ...outcome,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    refused: outcome.refused / quiet,
  };
}
