import { startOfDayInZone } from '../../kernel/core/day-in-zone.ts';
import { DAY_MS, utcDay } from '../../kernel/core/date-span.ts';
import { seedOf } from '../../kernel/core/seeded-random.ts';

const HOUR_MS = 60 * 60_000;
/** The time from a team's midnight within which its forecasts are recomputed. */
const NIGHT_MS = 5 * HOUR_MS;
/** The shortest time over which the teams of a zone are spread: where the UTC day ends late in the night or after it. */
const SPREAD_MIN_MS = HOUR_MS;
/** The time after which the counts of a UTC day are complete. */
const AFTER_MIDNIGHT_MS = 5 * 60_000;
const HASHES = 2 ** 32;

/**
 * Returns when a team's forecasts are recomputed next so that they use today's completions: in the night in which the
 * next date begins in the team's time zone, but not before the UTC day is over, by whose days forecasts count. A hash of
 * the team's id spreads teams over that time, so that they are not all due at once.
 */
export function nextForecastNight(teamId: string, timeZone: string, now: Date): Date {
  const day = utcDay(now) + 1;
  const midnight = Date.parse(startOfDayInZone(day, timeZone));
  const from = Math.max(day * DAY_MS + AFTER_MIDNIGHT_MS, midnight);
  const to = Math.max(midnight + NIGHT_MS, from + SPREAD_MIN_MS);
  const share = seedOf([...teamId].map((character) => character.codePointAt(0)!)) / HASHES;
  return new Date(from + Math.floor(share * (to - from)));
}
