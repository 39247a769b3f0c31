const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failed attempt the next is made, in milliseconds (docs/specification.md, "Webhooks"). */
export const waits = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** The longest wait that a receiver can ask for with Retry-After. */
const RETRY_AFTER_MOST = 24 * HOUR;

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
  const wait = waits[tries - 1];
  if (wait === undefined) return undefined;
  const jittered = wait * (1 + JITTER * random);
  const asked = Math.min(retryAfterMs(retryAfter, now), RETRY_AFTER_MOST);
  return new Date(now.getTime() + Math.round(Math.max(jittered, asked)));
}

/** What a Retry-After header asks for, in milliseconds (RFC 9110, section 10.2.3); 0 where it asks for nothing. */
export function retryAfterMs(text: string | undefined, now: Date): number {
  if (text === undefined) return 0;
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND;
  const until = Date.parse(text);
  return Number.isNaN(until) ? 0 : until - now.getTime();
}

/** How long an endpoint may go without a success while attempts fail, in milliseconds. */
export const FAILING_MOST = 5 * 24 * HOUR;

/** Failures in a row after which each lane of an endpoint tries one delivery at a time, and ever more rarely. */
const PATIENCE = 5;
const REST_MOST = 5 * MINUTE;

/** How long a lane rests at most where the receiver asks for it, in milliseconds. */
export const REST_ASKED_MOST = HOUR;

/**
 * How long a lane of an endpoint rests before its next delivery, in milliseconds: not at all while the endpoint
 * answers, then longer with each failure. So a dead receiver with thousands of deliveries costs a few attempts
 * each five minutes, and each delivery keeps the attempts of its own schedule.
 */
export const restAfter = (consecutiveFailures: number): number =>
  consecutiveFailures < PATIENCE
    ? 0
    : Math.min(5 * SECOND * 2 ** (consecutiveFailures - PATIENCE), REST_MOST);
