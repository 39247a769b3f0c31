import { DAY_MS } from '../../kernel/core/date-span.ts';
import type { CountedWeekday, RecurrenceRule } from './recurrence-rule.ts';

/** A calendar day. Days, weeks and years are numbers; days are counted from 1970-01-01, a Thursday. */
interface CalendarDay {
  day: number;
  year: number;
  /** 1 to 12. */
  month: number;
  monthDay: number;
  weekday: number;
}

const THURSDAY = 4;
const weekdayOf = (day: number): number => (((day + THURSDAY) % 7) + 7) % 7;

function calendarDay(day: number): CalendarDay {
  const at = new Date(day * DAY_MS);
  const [year, month, monthDay] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  return { day, year, month, monthDay, weekday: weekdayOf(day) };
}

/** The first day of a month; months beyond 12 are those of later years. */
function firstOfMonth(year: number, month: number): number {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, 1);
  return at.getTime() / DAY_MS;
}

interface Span {
  first: number;
  length: number;
}

const monthOf = ({ year, month }: CalendarDay): Span => {
  const first = firstOfMonth(year, month);
  return { first, length: firstOfMonth(year, month + 1) - first };
};
const yearOf = ({ year }: CalendarDay): Span => {
  const first = firstOfMonth(year, 1);
  return { first, length: firstOfMonth(year + 1, 1) - first };
};

/** Whether a position in a list, from 0, is among positions from 1, or from -1 backwards. */
const isAt = (positions: readonly number[], index: number, length: number): boolean =>
  positions.includes(index + 1) || positions.includes(index - length);

/** The first day of week 1 of a year: the first week with at least four days of it. */
function firstWeek(year: number, weekStart: number): number {
  const first = firstOfMonth(year, 1);
  const days = (weekdayOf(first) - weekStart + 7) % 7;
  return days <= 3 ? first - days : first - days + 7;
}

function isInWeeks(numbers: readonly number[], { day, year }: CalendarDay, weekStart: number): boolean {
  const starts = [year - 1, year, year + 1, year + 2].map((one) => firstWeek(one, weekStart));
  const at = starts.findLastIndex((start) => start <= day);
  const [start, end] = [starts[at]!, starts[at + 1]!];
  return isAt(numbers, Math.floor((day - start) / 7), (end - start) / 7);
}

function isWeekday(weekdays: readonly CountedWeekday[], at: CalendarDay, isOfMonth: boolean): boolean {
  const positions = weekdays.filter(({ weekday }) => weekday === at.weekday).map(({ position }) => position);
  if (positions.length === 0 || positions.includes(0)) return positions.length > 0;
  const { first, length } = isOfMonth ? monthOf(at) : yearOf(at);
  const before = Math.floor((at.day - first) / 7);
  const after = Math.floor((first + length - 1 - at.day) / 7);
  return isAt(positions, before, before + after + 1);
}

/** Whether all BY parts but BYSETPOS have a day. */
function isIncluded(rule: RecurrenceRule, day: number): boolean {
  const { frequency, weekStart, byMonth, byMonthDay, byYearDay, byWeekNumber, byDay } = rule;
  const at = calendarDay(day);
  if (byMonth && !byMonth.includes(at.month)) return false;
  if (byMonthDay && !isAt(byMonthDay, at.monthDay - 1, monthOf(at).length)) return false;
  if (byYearDay && !isAt(byYearDay, day - yearOf(at).first, yearOf(at).length)) return false;
  if (byWeekNumber && !isInWeeks(byWeekNumber, at, weekStart)) return false;
  return !byDay || isWeekday(byDay, at, frequency === 'MONTHLY' || byMonth !== undefined);
}

/** The period of a rule that has a day, and which one it is, both counted in the rule's frequency. */
const periods: Record<
  RecurrenceRule['frequency'],
  { indexOf: (day: number, weekStart: number) => number; spanOf: (index: number, weekStart: number) => Span }
> = {
  DAILY: { indexOf: (day) => day, spanOf: (first) => ({ first, length: 1 }) },
  WEEKLY: {
    indexOf: (day, weekStart) => Math.floor((day + THURSDAY - weekStart) / 7),
    spanOf: (index, weekStart) => ({ first: index * 7 - THURSDAY + weekStart, length: 7 }),
  },
  MONTHLY: {
    indexOf: (day) => calendarDay(day).year * 12 + calendarDay(day).month - 1,
    spanOf: (index) => {
      const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
      return {
        first: firstOfMonth(year, month),
        length: firstOfMonth(year, month + 1) - firstOfMonth(year, month),
      };
    },
  },
  YEARLY: {
    indexOf: (day) => calendarDay(day).year,
    spanOf: (year) => ({
      first: firstOfMonth(year, 1),
      length: firstOfMonth(year + 1, 1) - firstOfMonth(year, 1),
    }),
  },
};

function daysOfPeriod(rule: RecurrenceRule, { first, length }: Span): number[] {
  const days = Array.from({ length }, (_, index) => first + index).filter((day) => isIncluded(rule, day));
  const { byPosition } = rule;
  return byPosition ? days.filter((_, index) => isAt(byPosition, index, days.length)) : days;
}

/** How many days are looked at for the days of a rule that counts them from its start. */
const COUNTED_MAX_DAYS = 150_000;

/**
 * The days of a rule from one day through another, in order (RFC 5545, section 3.3.10). Days are numbers counted from
 * 1970-01-01; the start is a day of the rule only if the rule has it.
 */
export function* recurrenceDays(
  rule: RecurrenceRule,
  start: number,
  from: number,
  to: number,
): Generator<number> {
  const { frequency, interval, count = Infinity, until, weekStart } = rule;
  const { indexOf, spanOf } = periods[frequency];
  const origin = indexOf(start, weekStart);
  const isCounted = count !== Infinity;
  const skipped = isCounted ? 0 : Math.floor((indexOf(Math.max(from, start), weekStart) - origin) / interval);
  const last = Math.min(to, until, isCounted ? start + COUNTED_MAX_DAYS : Infinity);
  let found = 0;
  for (let turn = skipped; ; turn++) {
    const span = spanOf(origin + turn * interval, weekStart);
    if (span.first > last) return;
    for (const day of daysOfPeriod(rule, span)) {
      if (day < start) continue;
      if (day > last || ++found > count) return;
      if (day >= from) yield day;
    }
  }
}
