const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after each failed attempt the next is made, in milliseconds (docs/specification.md, "Webhooks"). */
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

/** The longest wait that a receiver can ask for with Retry-After. */
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/** The part of a wait by which it is made longer at most, so that what failed together does not return together. */
const JITTER = 0.1;

interface Failed {
  /** Failed attempts since the delivery began, or began anew. */
  tries: number;
  /** What the receiver asked for, if it did: seconds or an HTTP date (RFC 9110, section 10.2.3). */
  retryAfter?: string | undefined;
  now: Date;
  /** From 0 up to 1. */
  random: number;
}

/** When a delivery is tried again, or undefined where it has been tried as often as it is. */
export function nextAttempt({ tries, retryAfter, now, random }: Failed): Date | undefined {
  const wait = retryDelaysMs[tries - 1];
  if (wait === undefined) return undefined;
  const jittered = wait * (1 + JITTER * random);
  const asked = Math.min(retryAfterMs(retryAfter, now), RETRY_AFTER_MAX_MS);
  return new Date(now.getTime() + Math.round(Math.max(jittered, asked)));
}

/** What a Retry-After header asks for, in milliseconds (RFC 9110, section 10.2.3); 0 where it asks for nothing. */
export function retryAfterMs(text: string | undefined, now: Date): number {
  if (text === undefined) return 0;
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND_MS;
  const until = Date.parse(text);
  return Number.isNaN(until) ? 0 : until - now.getTime();
}

/** How long an endpoint may go without a success while attempts fail, in milliseconds. */
export const FAILING_MAX_MS = 5 * 24 * HOUR_MS;

/** Failures in a row after which each lane of an endpoint tries one delivery at a time, and ever more rarely. */
const FAILURES_BEFORE_COOLDOWN = 5;
const COOLDOWN_MAX_MS = 5 * MINUTE_MS;

/** How long a lane rests at most where the receiver asks for it, in milliseconds. */
export const REQUESTED_COOLDOWN_MAX_MS = HOUR_MS;

/**
 * How long a lane of an endpoint rests before its next delivery, in milliseconds: not at all while the endpoint
 * answers, then longer with each failure. So a dead receiver with thousands of deliveries costs a few attempts
 * each five minutes, and each delivery keeps the attempts of its own schedule.
 */
export const cooldownAfter = (consecutiveFailures: number): number =>
  consecutiveFailures < FAILURES_BEFORE_COOLDOWN
    ? 0
    : Math.min(5 * SECOND_MS * 2 ** (consecutiveFailures - FAILURES_BEFORE_COOLDOWN), COOLDOWN_MAX_MS);
