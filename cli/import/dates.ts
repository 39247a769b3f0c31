import { instantInZone } from '../../shared/kernel/core/day-in-zone.ts';
import { CommandError } from '../core/command-error.ts';
import { monthNumber } from './months.ts';

/** Parses a date; a problem is a clause that says what is wrong with the text. */
export type DateReader = (text: string) => { date: string } | { problem: string };

/** A calendar day, and the rest of the text: a time, an offset. */
interface Split {
  year: number;
  month: number;
  day: number;
  rest: string;
}

type Order = 'day-first' | 'month-first';

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]*\s+/i;
/** ISO 8601 without separators: 20260403, with or without a time such as T081500. */
const BASIC = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?)?(?!\d)/i;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
/** The name of a month: `aug`, `août`, `8月`; in Spanish and Portuguese with a word before and after it. */
const MONTH = String.raw`([\p{L}\p{M}]{2,12}|\d{1,2}[月월])\.?`;
const DAY_NAME_YEAR = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|er|º)?[\-\/.\s]+(?:de\s+)?${MONTH}[\-\/.,\s]+(?:de\s+)?(\d{4}|\d\d)(?!\d)`,
  'iu',
);
const NAME_DAY_YEAR = new RegExp(String.raw`^${MONTH}\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)`, 'iu');
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)(?!\d)/;
const THREE_NUMBERS = /^(\d{1,4})([-/.])(\d{1,4})\2(\d{1,4})(?!\d)/;

/** `8:15 AM`, `13:30:05.123`, each with or without an offset, and with what JavaScript's toString appends. */
const TIME =
  /^(?:(?:T|,?\s+)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:\s*([ap])\.?m\.?)?)?\s*(Z|UTC|GMT)?\s*(?:([+-]\d\d):?(\d\d)?)?\s*(?:\([^)]*\))?$/i;

/** What some languages write for AM and PM, before or after the time. */
const HALVES: readonly [RegExp, string][] = [
  [/(?:上午|午前|오전)/, 'AM'],
  [/(?:下午|午後|오후)/, 'PM'],
  [/\ba\.\s?m\./i, 'AM'],
  [/\bp\.\s?m\./i, 'PM'],
];
const HALF_FIRST = /\b([AP]M)\s*(\d{1,2}:\d\d(?::\d\d)?)/;
/** `2026年4月3日`, and the same in Korean, which also has `2026. 4. 3.`, as Hungarian does, also without blanks. */
const SIGNS_OF_PARTS = /^(\d{4})(?:[年년]\s?|\.\s?)(\d{1,2})(?:[月월]\s?|\.\s?)(\d{1,2})(?:[日일]|\.(?!\d))?/;

const withUsualSigns = (text: string): string =>
  HALVES.reduce((shown, [half, usual]) => shown.replace(half, usual), text)
    .replace(HALF_FIRST, '$2 $1')
    .replace(SIGNS_OF_PARTS, '$1-$2-$3');

/** The longest text of a time, such as `T15:04:05.123456789 +02:00 (Central European Summer Time)`. */
const TIME_MAX = 100;

/** Seconds or milliseconds since 1970. */
const EPOCH = /^\d{10}(\d{3})?$/;

/**
 * Parses the dates of a column. Unambiguous texts are parsed as such; numbers separated by dots are
 * day-first. Ambiguous ones (03/04/2026) follow the column: if it contains texts that can only be day-first,
 * or only month-first, and not both, all are. Otherwise they require a format, which then applies to the
 * whole column.
 */
export function dateReader(
  column: readonly string[],
  { format, zone }: { format?: DateFormat | undefined; zone?: DateZone | undefined } = {},
): DateReader {
  const orders = new Set(column.flatMap((text) => certainOrder(text) ?? []));
  const order = orders.size === 1 ? [...orders][0] : undefined;
  return (text) => {
    const split = format ? splitAs(format, text) : splitDate(text, order);
    if (split === 'ambiguous') {
      return { problem: 'could be day-first or month-first; set --date-format, such as DD/MM/YYYY' };
    }
    const date = split ? instantOf(split, zone) : epochOf(text);
    const wanted = format ? `of the form ${format.text}` : 'a date such as 2026-11-20';
    return date === undefined ? { problem: `is not ${wanted}` } : { date };
  };
}

/** The zone of times without an offset. */
export interface DateZone {
  timeZone: string;
  /** Whether midnight stands for the day, which is the same everywhere. */
  midnightIsDay: boolean;
}

/**
 * Parses a date of an unambiguous form into an ISO 8601 timestamp; without an offset it is UTC, on every
 * machine, or of the zone.
 */
export function parseDate(text: string, timeZone?: string): string | undefined {
  const zone = timeZone === undefined ? undefined : { timeZone, midnightIsDay: false };
  const read = dateReader([], { zone })(text);
  return 'date' in read ? read.date : undefined;
}

function epochOf(text: string): string | undefined {
  const match = EPOCH.exec(text);
  return match ? new Date(Number(text) * (match[1] ? 1 : 1000)).toISOString() : undefined;
}

/** What most dates are made of. */
const USUAL_SIGNS = /^[\w\s:/+,-]*$/;

const bareOf = (text: string): string =>
  (USUAL_SIGNS.test(text) ? text : withUsualSigns(text))
    .trim()
    .replace(WEEKDAY, '')
    .replace(
      BASIC,
      (_, year: string, month: string, day: string, hour?: string, minute = '', second = '00') =>
        hour === undefined
          ? `${year}-${month}-${day}`
          : `${year}-${month}-${day}T${hour}:${minute}:${second}`,
    );

/** Three numbers are in the order of the format, unless the first is a four-digit year, as in ISO 8601. */
function splitAs(format: DateFormat, text: string): Split | undefined {
  const { order } = format;
  const split = format.read(text);
  if (split) return split;
  const bare = bareOf(text);
  const numbers = THREE_NUMBERS.exec(bare);
  if (!numbers || (YEAR_FIRST.test(bare) && order[0] !== 'year')) {
    const usual = splitDate(text, undefined);
    return usual === 'ambiguous' ? undefined : usual;
  }
  const found = [numbers[1]!, numbers[3]!, numbers[4]!];
  const [year, month, day] = (['year', 'month', 'day'] as const).map((part) => found[order.indexOf(part)]!);
  const fits = /^(\d{4}|\d\d)$/.test(year!) && month!.length <= 2 && day!.length <= 2;
  return fits ? dayOf(year!, month!, day!, bare.slice(numbers[0].length)) : undefined;
}

function splitDate(text: string, order: Order | undefined): Split | 'ambiguous' | undefined {
  const bare = bareOf(text);
  const behind = (match: RegExpExecArray) => bare.slice(match[0].length);
  const yearFirst = YEAR_FIRST.exec(bare);
  if (yearFirst) return dayOf(yearFirst[1]!, yearFirst[3]!, yearFirst[4]!, behind(yearFirst));
  const dayFirst = DAY_NAME_YEAR.exec(bare);
  if (dayFirst) return dayOf(dayFirst[3]!, monthOf(dayFirst[2]!), dayFirst[1]!, behind(dayFirst));
  const nameFirst = NAME_DAY_YEAR.exec(bare);
  if (nameFirst) return dayOf(nameFirst[3]!, monthOf(nameFirst[1]!), nameFirst[2]!, behind(nameFirst));
  const numbers = NUMBERS.exec(bare);
  if (!numbers) return undefined;
  const [, first, , second, year] = numbers as unknown as [string, string, string, string, string];
  const fits = certainOrder(text) ?? order ?? (first === second ? 'day-first' : undefined);
  if (fits === undefined) return 'ambiguous';
  const [day, month] = fits === 'day-first' ? [first, second] : [second, first];
  return dayOf(year, month, day, behind(numbers));
}

/** The only possible order of two numbers before a year, or undefined. */
function certainOrder(text: string): Order | undefined {
  const [, first, separator, second] = NUMBERS.exec(text.trim().replace(WEEKDAY, '')) ?? [];
  if (first === undefined) return undefined;
  if (separator === '.' || Number(first) > 12) return 'day-first';
  return Number(second) > 12 ? 'month-first' : undefined;
}

const monthOf = (name: string): string => String(monthNumber(name) ?? 0);

/** Two-digit years follow POSIX: 69 to 99 are 1969 to 1999, the others 2000 to 2068. */
function dayOf(year: string, month: string, day: string, rest: string): Split {
  const short = Number(year);
  const full = year.length > 2 ? short : short + (short >= 69 ? 1900 : 2000);
  return { year: full, month: Number(month), day: Number(day), rest };
}

function instantOf({ year, month, day, rest }: Split, zone: DateZone | undefined): string | undefined {
  // The pattern takes too long for many spaces, which no time has.
  const time = rest.length <= TIME_MAX ? TIME.exec(rest) : null;
  if (!time) return undefined;
  const [, clock, minute = '00', second = '00', fraction = '', half, utc, sign, more = '00'] = time;
  const hour = clock ?? '0';
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const instant = new Date(
    `${date}T${two(hours)}:${minute}:${second}.${milliseconds}${sign ?? '+00'}:${more}`,
  );
  // Days such as 31 February would silently become another day.
  if (Number.isNaN(instant.getTime()) || !isDay(date)) return undefined;
  const isMidnight = hours === 0 && Number(minute) === 0;
  const isLocal = zone && clock !== undefined && utc === undefined && sign === undefined;
  return isLocal && !(isMidnight && zone.midnightIsDay)
    ? new Date(instantInZone(instant.getTime(), zone.timeZone)).toISOString()
    : instant.toISOString();
}

const two = (number: number): string => String(number).padStart(2, '0');

function isDay(date: string): boolean {
  const midnight = new Date(`${date}T00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/** The parsed value of --date-format. */
export interface DateFormat {
  text: string;
  order: readonly ('year' | 'month' | 'day')[];
  /** Parses the day of a text; undefined if the text has another form. */
  read(text: string): Split | undefined;
}

const tokens: [RegExp, string][] = [
  [/^y{4}/i, '(?<year>\\d{4})'],
  [/^y{2}/i, '(?<year>\\d\\d)'],
  [/^M{3,4}/, '(?<name>[A-Za-z\\u00c0-\\uffff]{2,12}\\.?)'],
  [/^M{1,2}/, '(?<month>\\d{1,2})'],
  [/^d{1,2}/i, '(?<day>\\d{1,2})'],
  [/^\s+/, '\\s+'],
];

/**
 * Parses a format such as `DD/MM/YYYY` or `MMM D, YY h:mm a`: Y, M and D as given; everything from the hour
 * (H or h) on matches any time. Throws a CommandError.
 */
export function parseDateFormat(text: string): DateFormat {
  let [rest = ''] = text.trim().split(/[,T\s]*(?=h{1,2}:)/i, 1);
  let source = '';
  while (rest !== '') {
    const [token, pattern] = tokens.find(([known]) => known.test(rest)) ?? [/^./s, undefined];
    const [taken] = token.exec(rest)!;
    source += pattern ?? taken.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    rest = rest.slice(taken.length);
  }
  const kinds = [...source.matchAll(/\?<(year|month|name|day)>/g)].map(([, kind]) => kind);
  const order = kinds.map((kind) => (kind === 'name' ? 'month' : (kind as 'year' | 'month' | 'day')));
  if (order.length !== 3 || new Set(order).size !== 3) {
    throw new CommandError(
      `--date-format must contain year, month and day once each, such as DD/MM/YYYY or M/D/YY h:mm a; ${text} does not.`,
    );
  }
  const expression = new RegExp(`^${source}(?!\\d)`, 'i');
  const read = (value: string): Split | undefined => {
    const match = expression.exec(value.trim());
    if (!match) return undefined;
    const { year, month, name, day } = match.groups as Record<string, string | undefined>;
    return dayOf(year!, month ?? monthOf(name!), day!, value.trim().slice(match[0].length));
  };
  return { text: text.trim(), order, read };
}
