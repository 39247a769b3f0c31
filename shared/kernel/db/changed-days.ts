import { DAY_MS } from '../core/date-span.ts';

/** The maximum number of day partitions queried for updatedSince; beyond that, resources are read and compared. */
export const DAY_PARTITIONS_MAX = 100;

interface ChangedRange {
  updatedSince: string | undefined;
  updatedBefore?: string | undefined;
  now: Date;
}

/**
 * The UTC days whose partitions of the index `changed` contain the changes of a range, up to tomorrow, since an
 * updatedAt can be slightly ahead of the clock. Returns undefined if the range has no start, or if the teams have too
 * many such partitions.
 */
export function changedDays(
  { updatedSince, updatedBefore, now }: ChangedRange,
  teamCount: number,
): string[] | undefined {
  if (updatedSince === undefined) return undefined;
  const first = Date.parse(updatedSince.slice(0, 10));
  const tomorrow = now.getTime() + DAY_MS;
  const last = updatedBefore === undefined ? tomorrow : Math.min(Date.parse(updatedBefore), tomorrow);
  const count = Math.max(Math.floor((last - first) / DAY_MS) + 1, 1);
  if (count * teamCount > DAY_PARTITIONS_MAX) return undefined;
  return Array.from({ length: count }, (_, day) => new Date(first + day * DAY_MS).toISOString().slice(0, 10));
}
