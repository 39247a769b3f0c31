import { dayInZone } from '../../kernel/core/day-in-zone.ts';
import { DAY_MS, utcDay } from '../../kernel/core/date-span.ts';

type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** A weekday, 0 for Sunday, and which one of its month or year it is: -1 for the last, 0 for each. */
export interface CountedWeekday {
  weekday: number;
  position: number;
}

/** A recurrence rule of days (RFC 5545, section 3.3.10) with what its start implies. Lists that are absent limit nothing. */
export interface RecurrenceRule {
  frequency: Frequency;
  interval: number;
  count: number | undefined;
  /** The last day, counted from 1970-01-01. */
  until: number;
  weekStart: number;
  byMonth: readonly number[] | undefined;
  byMonthDay: readonly number[] | undefined;
  byYearDay: readonly number[] | undefined;
  byWeekNumber: readonly number[] | undefined;
  byDay: readonly CountedWeekday[] | undefined;
  byPosition: readonly number[] | undefined;
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const numbersOf = (text: string | undefined): number[] | undefined => text?.split(',').map(Number);

function weekdayOf(text: string): CountedWeekday {
  const position = Number(text.slice(0, -2) || 0);
  return { weekday: WEEKDAYS.indexOf(text.slice(-2)), position };
}

/** The last day of a rule in a zone: UNTIL is a day, or the last instant at which one may begin. */
function lastDay(until: string, timeZone: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(
    until,
  )!;
  const date = `${year}-${month}-${day}`;
  return hour === undefined ? utcDay(date) : dayInZone(`${date}T${hour}:${minute}:${second}Z`, timeZone);
}

/** Parses a normal rule without problems (rule-parts.ts) for a start, a day counted from 1970-01-01, and a zone. */
export function parseRule(rule: string, start: number, timeZone: string): RecurrenceRule {
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]));
  const until = parts.get('UNTIL');
  return withImplied(start, {
    frequency: parts.get('FREQ') as Frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: numbersOf(parts.get('COUNT'))?.[0],
    until: until === undefined ? Infinity : lastDay(until, timeZone),
    weekStart: WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO'),
    byMonth: numbersOf(parts.get('BYMONTH')),
    byMonthDay: numbersOf(parts.get('BYMONTHDAY')),
    byYearDay: numbersOf(parts.get('BYYEARDAY')),
    byWeekNumber: numbersOf(parts.get('BYWEEKNO')),
    byDay: parts.get('BYDAY')?.split(',').map(weekdayOf),
    byPosition: numbersOf(parts.get('BYSETPOS')),
  });
}

/** What a rule leaves open is that of its start: the weekday of a week, the day of a month, the month of a year. */
function withImplied(start: number, rule: RecurrenceRule): RecurrenceRule {
  const { frequency, byMonth, byMonthDay, byYearDay, byWeekNumber, byDay } = rule;
  const at = new Date(start * DAY_MS);
  const weekday = [{ weekday: at.getUTCDay(), position: 0 }];
  const monthDay = [at.getUTCDate()];
  if (frequency === 'DAILY' || byDay || byMonthDay || byYearDay) return rule;
  if (frequency === 'WEEKLY' || byWeekNumber) return { ...rule, byDay: weekday };
  if (frequency === 'MONTHLY' || byMonth) return { ...rule, byMonthDay: monthDay };
  return { ...rule, byMonth: [at.getUTCMonth() + 1], byMonthDay: monthDay };
}
