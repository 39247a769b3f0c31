import { missingDay } from '../../kernel/core/schema.ts';

/** The longest interval of each frequency: about four years. */
const INTERVAL_MAX: Readonly<Record<string, number>> = { DAILY: 1_500, WEEKLY: 210, MONTHLY: 48, YEARLY: 4 };

/** The most stories that a rule counts. */
const COUNT_MAX = 1_000;

const number = (from: number, to: number) => (text: string) =>
  /^\d+$/.test(text) && text.length <= String(to).length && Number(text) >= from && Number(text) <= to;
const signed = (most: number) => (text: string) => number(1, most)(text.replace(/^[+-]/, ''));
const list = (isOne: (text: string) => boolean) => (text: string) => text.split(',').every(isOne);
const weekday = (text: string) => /^([+-]?(0?[1-9]|[1-4]\d|5[0-3]))?(MO|TU|WE|TH|FR|SA|SU)$/.test(text);
/** A day, or an instant of UTC, that there is. */
const until = (text: string) => {
  const [, year, month, day, time = ''] = /^(\d{4})(\d\d)(\d\d)(T\d{6}Z)?$/.exec(text) ?? [];
  const clock = time.replace(/T(\d\d)(\d\d)(\d\d)Z/, 'T$1:$2:$3Z') || 'T00:00:00Z';
  const at = new Date(`${year}-${month}-${day}${clock}`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${year}-${month}-${day}`);
};

/** The parts of a rule of days or longer (RFC 5545, section 3.3.10), with what their values must be. */
const parts: Readonly<Record<string, (text: string) => boolean>> = {
  FREQ: (text) => text in INTERVAL_MAX,
  INTERVAL: number(1, 1_500),
  COUNT: number(1, COUNT_MAX),
  UNTIL: until,
  BYDAY: list(weekday),
  BYMONTHDAY: list(signed(31)),
  BYYEARDAY: list(signed(366)),
  BYWEEKNO: list(signed(53)),
  BYMONTH: list(number(1, 12)),
  BYSETPOS: list(signed(366)),
  WKST: (text) => /^(MO|TU|WE|TH|FR|SA|SU)$/.test(text),
};

/** The frequencies with which a part makes sense (RFC 5545, section 3.3.10). */
const fitting: Readonly<Record<string, readonly string[]>> = {
  BYMONTHDAY: ['DAILY', 'MONTHLY', 'YEARLY'],
  BYYEARDAY: ['YEARLY'],
  BYWEEKNO: ['YEARLY'],
};

const SUB_DAILY = ['HOURLY', 'MINUTELY', 'SECONDLY'];
const TIMES = ['BYHOUR', 'BYMINUTE', 'BYSECOND'];

/** A rule without its property name, in capitals and with FREQ first, since older programs read only such rules. */
export function normalRule(rule: string): string {
  const parts = rule
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '')
    .split(';');
  const frequency = parts.findIndex((part) => part.startsWith('FREQ='));
  return [...parts.splice(Math.max(frequency, 0), frequency === -1 ? 0 : 1), ...parts].join(';');
}

/** The name and the value of a part. */
function pairOf(part: string): [name: string, value: string] {
  const at = part.indexOf('=');
  return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}

/** Why a normal rule cannot be one, as the rest of a sentence about it; undefined if its parts are in order. */
export function ruleProblem(rule: string): string | undefined {
  const pairs = rule.split(';').map(pairOf);
  const names = pairs.map(([name]) => name);
  const values = new Map(pairs);
  const freq = values.get('FREQ') ?? '';
  if (SUB_DAILY.includes(freq) || names.some((name) => TIMES.includes(name)))
    return 'must not recur more often than daily: FREQ is DAILY, WEEKLY, MONTHLY or YEARLY, without BYHOUR, BYMINUTE and BYSECOND';
  if (names[0] !== 'FREQ') return 'must have a FREQ, as in FREQ=WEEKLY;BYDAY=MO';
  if (new Set(names).size < names.length) return 'must not have the same part twice';
  const wrong = pairs.find(([name, value]) => !Object.hasOwn(parts, name) || !parts[name]!(value));
  if (wrong) return partProblem(wrong, freq);
  if (values.has('COUNT') && values.has('UNTIL')) return 'must not have both COUNT and UNTIL';
  if (values.has('BYSETPOS') && !names.some((name) => /^BY(?!SETPOS)/.test(name)))
    return 'must have another BY part next to BYSETPOS';
  const misplaced = names.find((name) => fitting[name]?.includes(freq) === false);
  if (misplaced !== undefined)
    return `must not have ${misplaced} with FREQ=${freq}, but with ${fitting[misplaced]!.join(' or ')}`;
  const isCounted = /\d/.test(values.get('BYDAY') ?? '');
  if (isCounted && (!['MONTHLY', 'YEARLY'].includes(freq) || values.has('BYWEEKNO')))
    return 'must count days, as in BYDAY=1MO, only with FREQ=MONTHLY or FREQ=YEARLY, and without BYWEEKNO';
  return Number(values.get('INTERVAL') ?? 1) > INTERVAL_MAX[freq]! ? intervalProblem(freq) : undefined;
}

const intervalProblem = (freq: string): string =>
  `must have an INTERVAL from 1 to ${INTERVAL_MAX[freq]!} with FREQ=${freq}, which is about four years`;

function partProblem([name, value]: [string, string], freq: string): string {
  if (!Object.hasOwn(parts, name))
    return `has the part ${name.slice(0, 20)}, which is none of ${Object.keys(parts).join(', ')}`;
  if (name === 'UNTIL') return untilProblem(value);
  if (name === 'COUNT') return `must have a COUNT from 1 to ${COUNT_MAX}`;
  if (name === 'INTERVAL') return intervalProblem(freq);
  return `has ${name}=${value.slice(0, 20)}, which RFC 5545 does not allow`;
}

function untilProblem(value: string): string {
  const day = value.replace(/^(\d{4})(\d\d)(\d\d)(T\d{6}Z)?$/, '$1-$2-$3');
  const missing = missingDay(day);
  if (missing !== undefined) return `has an UNTIL that no calendar has: ${day} ${missing}`;
  return 'must have an UNTIL such as 20261231 or 20261231T235959Z';
}
