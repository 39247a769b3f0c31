import { Temporal } from 'temporal-polyfill';
import { weekdays } from '../../kernel/core/weekdays.ts';
import type { Cadence } from '../cadence/cadence.ts';

/** The days of a sprint in its team's zone, such as `2026-11-20`; both belong to it. */
export interface Slot {
  startDay: string;
  lastDay: string;
}

type Rhythm = Pick<Cadence, 'lengthWeeks' | 'startsOn' | 'cooldownDays' | 'pausedUntil' | 'skip'>;

const plainDate = (day: string) => Temporal.PlainDate.from(day);
export const addDays = (day: string, days: number): string => plainDate(day).add({ days }).toString();

/** The instant at which a day begins in a zone: midnight, or later where clocks are put forward over it. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(plainDate(day).toZonedDateTime({ timeZone }).epochMilliseconds);

/** The instant at which a slot ends. */
export const endOf = ({ lastDay }: Slot, timeZone: string): Date => startOfDay(addDays(lastDay, 1), timeZone);

/** The day of an instant in a zone. */
export const dayIn = (at: Date | string, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(new Date(at).getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();

/**
 * The first slot after the end of another one, with the team's cooldown between them. It starts today or later after a
 * pause, and contains no skipped day.
 */
export function slotAfter(rhythm: Rhythm, endedDay: string, today: string): Slot {
  const { lengthWeeks, cooldownDays, pausedUntil, skip } = rhythm;
  let from = latest(addDays(endedDay, 1 + cooldownDays), today, pausedUntil ?? today);
  for (;;) {
    const startDay = onWeekday(from, rhythm);
    const lastDay = addDays(startDay, lengthWeeks * 7 - 1);
    if (!skip.some((day) => day >= startDay && day <= lastDay)) return { startDay, lastDay };
    from = addDays(lastDay, 1 + cooldownDays);
  }
}

/** The latest of some days. */
export const latest = (first: string, ...others: readonly string[]): string =>
  others.reduce((one, other) => (other > one ? other : one), first);

/** The first day on or after another that is the weekday on which sprints start. */
function onWeekday(day: string, { startsOn }: Rhythm): string {
  const ahead = weekdays.indexOf(startsOn) + 1 - plainDate(day).dayOfWeek;
  return addDays(day, (ahead + 7) % 7);
}
