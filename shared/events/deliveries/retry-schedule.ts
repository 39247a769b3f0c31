const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delay before each retry in milliseconds (docs/specification.md, "Webhooks"). */
export const retryDelaysMs = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/**
 * Delay before each retry of a delivery to an MCP client, in milliseconds: five attempts within a quarter of an hour, since
 * a client that was away polls what it missed.
 */
export const clientRetryDelaysMs = [10 * SECOND_MS, MINUTE_MS, 3 * MINUTE_MS, 8 * MINUTE_MS];

/** Maximum delay that a receiver can request with Retry-After. */
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/**
 * Maximum jitter as a fraction of the delay, so that simultaneous failures are not retried simultaneously.
 */
const JITTER = 0.1;

interface Failed {
  /** Failed attempts since the delivery was created or requeued. */
  tries: number;
  /** The receiver's Retry-After header, if any: seconds or an HTTP date (RFC 9110, section 10.2.3). */
  retryAfter?: string | undefined;
  now: Date;
  /** At least 0, less than 1. */
  random: number;
  /** Delay before each retry in milliseconds; those of webhooks if left out. */
  delaysMs?: readonly number[];
}

/** The time of the next retry of a delivery, or undefined if no attempts are left. */
export function nextAttempt({
  tries,
  retryAfter,
  now,
  random,
  delaysMs = retryDelaysMs,
}: Failed): Date | undefined {
  const wait = delaysMs[tries - 1];
  if (wait === undefined) return undefined;
  const jittered = wait * (1 + JITTER * random);
  const asked = Math.min(retryAfterMs(retryAfter, now), RETRY_AFTER_MAX_MS);
  return new Date(now.getTime() + Math.round(Math.max(jittered, asked)));
}

/** The delay that a Retry-After header requests in milliseconds (RFC 9110, section 10.2.3); 0 if none. */
export function retryAfterMs(text: string | undefined, now: Date): number {
  if (text === undefined) return 0;
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND_MS;
  const until = Date.parse(text);
  return Number.isNaN(until) ? 0 : until - now.getTime();
}

/** The time for which an endpoint may fail without a success before it is disabled, in milliseconds. */
export const FAILING_MAX_MS = 5 * 24 * HOUR_MS;

/**
 * Consecutive failures after which each lane of an endpoint sends one delivery at a time, with growing
 * cooldowns.
 */
export const FAILURES_BEFORE_COOLDOWN = 5;
const COOLDOWN_MAX_MS = 5 * MINUTE_MS;

/** Maximum cooldown that a receiver can request, in milliseconds. */
export const REQUESTED_COOLDOWN_MAX_MS = HOUR_MS;

/**
 * Cooldown of a lane before its next delivery in milliseconds: zero while the endpoint responds, growing with
 * each failure. An unavailable receiver with thousands of deliveries thus gets only a few attempts every five
 * minutes, without using up each delivery's own retries.
 */
export const cooldownAfter = (consecutiveFailures: number): number =>
  consecutiveFailures < FAILURES_BEFORE_COOLDOWN
    ? 0
    : Math.min(5 * SECOND_MS * 2 ** (consecutiveFailures - FAILURES_BEFORE_COOLDOWN), COOLDOWN_MAX_MS);
