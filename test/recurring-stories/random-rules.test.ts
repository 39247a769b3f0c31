import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { DAY_MS, dayText, utcDay } from '../../shared/kernel/core/date-span.ts';
import { datesAfter, dueDates } from '../../shared/planning/recurrence/due-dates.ts';
import { ruleProblem } from '../../shared/planning/recurrence/rule-parts.ts';
import { seededRandom } from '../support/random.ts';

/*
 * The second implementation: the days of each single part are another library's, which gets some rules of several parts
 * wrong (FREQ=YEARLY;BYMONTHDAY=27;BYDAY=TU,17TU). They are intersected here, put in periods, and counted.
 */

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const FIRST = utcDay('2023-01-01');
const LAST = utcDay('2033-12-31');
const FIRST_SUNDAY = utcDay('1970-01-04');

const known = new Map<string, Uint8Array>();
/** A byte for each day: 1 if a rule of one value has it. */
function daysOf(rule: string): Uint8Array {
  const cached = known.get(rule);
  if (cached) return cached;
  const days = new Uint8Array(LAST - FIRST + 1);
  const dtstart = Temporal.PlainDate.from(dayText(FIRST)).toZonedDateTime('UTC');
  const found = new RRuleTemporal({ rruleString: rule, dtstart }).between(
    new Date(FIRST * DAY_MS),
    new Date(LAST * DAY_MS),
    true,
  );
  for (const date of found) days[Math.round(date.epochMilliseconds / DAY_MS) - FIRST] = 1;
  known.set(rule, days);
  return days;
}

const weekOf = (text: string, weekStart: string) =>
  daysOf(`FREQ=YEARLY;BYWEEKNO=${text};BYDAY=${WEEKDAYS.join(',')};WKST=${weekStart}`);

/** The days that one value of a part allows. */
function allowed(name: string, value: string, parts: ReadonlyMap<string, string>): Uint8Array {
  if (name === 'BYWEEKNO') return weekOf(value, parts.get('WKST') ?? 'MO');
  if (name === 'BYYEARDAY') return daysOf(`FREQ=YEARLY;BYYEARDAY=${value}`);
  if (name !== 'BYDAY' || !/\d/.test(value)) return daysOf(`FREQ=DAILY;${name}=${value}`);
  const isOfMonth = parts.get('FREQ') === 'MONTHLY' || parts.has('BYMONTH');
  const [, position, weekday] = /^([+-]?\d+)(..)$/.exec(value)!;
  // It takes the 53rd of a year with 52 for the last one of the year before.
  return daysOf(`FREQ=${isOfMonth ? 'MONTHLY' : 'YEARLY'};BYDAY=${weekday};BYSETPOS=${position}`);
}

function impliedPart(start: number, parts: ReadonlyMap<string, string>): string | undefined {
  const at = Temporal.PlainDate.from(dayText(start));
  const has = (...names: string[]) => names.some((name) => parts.has(name));
  const weekday = WEEKDAYS[at.dayOfWeek % 7];
  if (parts.get('FREQ') === 'DAILY' || has('BYDAY', 'BYMONTHDAY', 'BYYEARDAY')) return undefined;
  if (parts.get('FREQ') === 'WEEKLY' || has('BYWEEKNO')) return `BYDAY=${weekday}`;
  if (parts.get('FREQ') === 'MONTHLY' || has('BYMONTH')) return `BYMONTHDAY=${at.day}`;
  return `BYMONTH=${at.month};BYMONTHDAY=${at.day}`;
}

/** The years, months and weekdays of all days. */
const calendar = Array.from({ length: LAST - FIRST + 1 }, (_, at) => {
  const { year, month, dayOfWeek } = Temporal.PlainDate.from(dayText(FIRST + at));
  return { year, month, weekday: dayOfWeek % 7 };
});

/** Which period of a frequency a day is in. */
function periodOf(day: number, parts: ReadonlyMap<string, string>): number {
  const { year, month, weekday } = calendar[day - FIRST]!;
  const frequency = parts.get('FREQ');
  if (frequency === 'DAILY') return day;
  if (frequency === 'MONTHLY') return year * 12 + month;
  if (frequency === 'YEARLY') return year;
  const into = (weekday - WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO') + 7) % 7;
  return Math.floor((day - into - FIRST_SUNDAY) / 7);
}

function expectedDays(rule: string, start: number): number[] {
  const written = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const implied = impliedPart(start, written)?.split(';') ?? [];
  const parts = new Map([...written, ...implied.map((part) => part.split('=') as [string, string])]);
  const limits = [...parts].filter(([name]) => /^BY(?!SETPOS)/.test(name));
  const sets = limits.map(([name, values]) =>
    values.split(',').map((value) => allowed(name, value, written)),
  );
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const origin = periodOf(start, parts);
  const byPeriod = new Map<number, number[]>();
  for (let day = utcDay('2024-01-01'); day <= LAST; day++) {
    if (!sets.every((values) => values.some((days) => days[day - FIRST] === 1))) continue;
    const period = periodOf(day, parts);
    if (period < origin || (period - origin) % interval !== 0) continue;
    const days = byPeriod.get(period);
    if (days) days.push(day);
    else byPeriod.set(period, [day]);
  }
  const positions = parts.get('BYSETPOS')?.split(',').map(Number);
  const days = [...byPeriod.values()].flatMap((period) =>
    positions
      ? period.filter((_, at) => positions.some((one) => period.at(one > 0 ? one - 1 : one) === period[at]))
      : period,
  );
  const until = parts.get('UNTIL');
  const last = until ? utcDay(until.replace(/^(....)(..)(..).*/, '$1-$2-$3')) : LAST;
  return days.filter((day) => day >= start && day <= last).slice(0, Number(parts.get('COUNT') ?? Infinity));
}

/** All of them under `npm run test:long`. */
const RULES = process.env['PLOTLINE_TEST_WHOLE'] === '1' ? 10_000 : 1_000;
const LOOK_DAYS = 5 * 366;

function randomRule(random: () => number): string {
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const chance = (share: number) => random() < share;
  const signed = (most: number) => () => (chance(0.3) ? -int(1, most) : int(1, most));
  const weekday = () => WEEKDAYS[int(0, 6)];
  const some = (most: number, one: () => number | string | undefined) =>
    [...new Set(Array.from({ length: int(1, most) }, one))].join(',');
  const frequency = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'][int(0, 3)]!;
  const isYearly = frequency === 'YEARLY';
  const weeks = isYearly && chance(0.25) ? [`BYWEEKNO=${some(4, signed(53))}`] : [];
  const isCounted = (isYearly || frequency === 'MONTHLY') && weeks.length === 0 && chance(0.5);
  const counted = signed(frequency === 'MONTHLY' ? 5 : 53);
  const by = [
    ...(chance(0.35) ? [`BYMONTH=${some(4, () => int(1, 12))}`] : []),
    ...weeks,
    ...(isYearly && chance(0.25) ? [`BYYEARDAY=${some(5, signed(366))}`] : []),
    ...(frequency !== 'WEEKLY' && chance(0.35) ? [`BYMONTHDAY=${some(4, signed(31))}`] : []),
    ...(chance(0.5)
      ? [`BYDAY=${some(3, () => `${isCounted && chance(0.7) ? counted() : ''}${weekday()}`)}`]
      : []),
  ];
  const until = dayText(utcDay('2026-01-01') + int(0, 1_500)).replaceAll('-', '');
  return [
    `FREQ=${frequency}`,
    ...(chance(0.5) ? [`INTERVAL=${int(1, isYearly ? 4 : 6)}`] : []),
    ...by,
    ...(by.length > 0 && chance(0.3) ? [`BYSETPOS=${some(3, signed(6))}`] : []),
    ...(chance(0.3) ? [`WKST=${weekday()}`] : []),
    ...(chance(0.3) ? [`COUNT=${int(1, 30)}`] : chance(0.4) ? [`UNTIL=${until}`] : []),
  ].join(';');
}

test(`${RULES.toLocaleString('en')} random rules have the days of another implementation`, () => {
  const random = seededRandom(20_261_128);
  for (let run = 0; run < RULES; run++) {
    const rule = randomRule(random);
    const start = utcDay('2026-01-01') + Math.floor(random() * 730);
    expect(ruleProblem(rule), rule).toBeUndefined();
    const recurrence = { rule, startDate: dayText(start), endDate: null, timeZone: 'UTC' };
    const expected = expectedDays(rule, start).filter((day) => day <= start + LOOK_DAYS);
    const days = dueDates(recurrence, dayText(start), dayText(start + LOOK_DAYS));
    expect(days, `${rule} from ${dayText(start)}`).toEqual(expected.map(dayText));
    const next = datesAfter(recurrence, dayText(start + 100), 5);
    const later = expected.filter((day) => day > start + 100).slice(0, 5);
    expect(next.slice(0, later.length), `${rule} after ${dayText(start + 100)}`).toEqual(later.map(dayText));
  }
});
