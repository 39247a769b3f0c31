/** Source of the current time: the system clock, or a fixed value in tests. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/**
 * The timestamp of a change: now, but always later than the previous timestamp, so that versions strictly
 * increase even within a millisecond or with clock skew.
 */
export function nextTimestamp(now: Date, previous: string): string {
  return new Date(Math.max(now.getTime(), Date.parse(previous) + 1)).toISOString();
}
