/** Where the current instant comes from: the system outside tests, a set value in them. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/**
 * The instant to stamp a change with: now, but always later than the previous stamp, so that a version
 * marker strictly increases even within one millisecond or when a machine's clock runs behind.
 */
export function nextTimestamp(now: Date, previous: string): string {
  return new Date(Math.max(now.getTime(), Date.parse(previous) + 1)).toISOString();
}
