const DAY_MS = 24 * 60 * 60 * 1000;

/** Days that events are retained unless the environment says otherwise (docs/guides/limits.md). */
export const EVENT_RETENTION_DAYS = 30;

/** The variable with the environment's retention in days. */
export const RETENTION_VARIABLE = 'EVENT_RETENTION_DAYS';

/** How long events are retained in milliseconds, from the environment's setting. */
export function retentionMs(setting: string | undefined): number {
  const days = Number(setting ?? EVENT_RETENTION_DAYS);
  if (!Number.isInteger(days) || days < 1) throw new Error(`${RETENTION_VARIABLE} is not a number of days.`);
  return days * DAY_MS;
}

/** When the table may delete what was written at a time, in seconds since 1970: a day after it has expired. */
export const expiryOf = (at: number, retention: number): number =>
  Math.ceil((at + retention + DAY_MS) / 1000);
