import { LAST_INSTANT, missingDay, timestamp } from '../../kernel/core/schema.ts';
import { quotedName } from '../../kernel/core/nearest.ts';
import { filterProblem } from './filter-problem.ts';

const UNITS_MS: Readonly<Record<string, number>> = {
  h: 60 * 60 * 1000,
  d: 24 * 60 * 60 * 1000,
  w: 7 * 24 * 60 * 60 * 1000,
};

/** The bounds of a date word. */
export interface Range {
  since?: string;
  before?: string;
}

/** The bounds that a value must meet, all of them; null for no value. */
export type Bounds<T> = readonly (readonly ['<' | '<=' | '=' | '>' | '>=', T])[] | null;

export type EstimateRange = Bounds<number>;

/** Parses a value of `estimate:`: `3`, `>3`, `<=5`, `2..5` or `none`. */
export function estimateRange(value: string): EstimateRange {
  if (value.toLowerCase() === 'none') return null;
  const range = numberRange(value);
  if (range !== undefined) return range;
  assertNotReversed('estimate', value, numberRange);
  throw filterProblem(
    `has an estimate: that is neither a number, a range such as 2..5 or >3, nor none: ${JSON.stringify(value)}`,
  );
}

/** The bounds of `3`, `>3`, `<=5` or `2..5`; undefined for anything else. */
export function numberRange(value: string): EstimateRange | undefined {
  const { sign, first, last } =
    /^(?<sign>[<>]=?)?(?<first>-?\d{1,15}(?:\.\d{1,9})?)(?:\.\.(?<last>-?\d{1,15}(?:\.\d{1,9})?))?$/.exec(
      value,
    )?.groups ?? {};
  if (first === undefined || (sign !== undefined && last !== undefined)) return undefined;
  if (last !== undefined) {
    if (Number(last) < Number(first)) return undefined;
    return [
      ['>=', Number(first)],
      ['<=', Number(last)],
    ];
  }
  return [[(sign ?? '=') as '<' | '<=' | '=' | '>' | '>=', Number(first)]];
}

/**
 * The range of a date word: `2026-11-02`, `2026-11-02..2026-11-15`, `<2026-12-01`, `>=2026-11-02`, or a span of hours, days
 * or weeks: `due:<2w` is due within two weeks, `updated:<2d` was updated within the last two days.
 */
export function rangeOf({ key, values }: { key: string; values: readonly string[] }, now: Date): Range {
  const value = onlyValue(key, values);
  const read = (text: string) => dateRange(text, { now, isForward: key === 'due' });
  const range = read(value);
  if (range !== undefined) return range;
  assertNotReversed(key, value, read);
  const missing = missingDayIn(value);
  if (missing !== undefined) throw filterProblem(`has a ${key}: with a day that does not exist: ${missing}`);
  const word = key === 'due' || key === 'completed' ? 'no word but none' : 'no words';
  throw filterProblem(
    `has a ${key}: that is neither a date such as 2026-11-02, a range such as 2026-11-02..2026-11-15 nor a span such as <2w: ${quotedName(value)}. It takes ${word}, so write ${key}:2026-11-02 for a day such as today`,
  );
}

/** Throws a 400 for a range whose ends are in the wrong order, which nothing is in. */
function assertNotReversed(key: string, value: string, read: (text: string) => unknown): void {
  const [first, last, ...more] = value.split('..');
  const reversed = `${last}..${first}`;
  if (last === undefined || more.length > 0 || read(reversed) === undefined) return;
  throw filterProblem(`has ${key}:${value}, which ends before it begins; write ${key}:${reversed}`);
}

/** What is wrong with a day of a date word that no calendar has, as a sentence; undefined if there is no such day. */
export function missingDayIn(value: string): string | undefined {
  for (const [day] of value.matchAll(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g)) {
    const problem = missingDay(day);
    if (problem !== undefined) return `${day} ${problem}`;
  }
  return undefined;
}

/** The range that a date word means, with spans into the future or the past; undefined if it is no date word. */
export function dateRange(
  value: string,
  { now, isForward }: { now: Date; isForward: boolean },
): Range | undefined {
  const span = /^(?<sign>[<>]=?)(?<count>\d{1,4})(?<unit>[hdw])$/.exec(value)?.groups;
  if (span) {
    const length = Number(span['count']) * UNITS_MS[span['unit']!]!;
    const at = new Date(now.getTime() + (isForward ? length : -length)).toISOString();
    // Within a span of the past is after its beginning.
    return span['sign']!.startsWith('<') === isForward ? { before: at } : { since: at };
  }
  const { sign, first, last } =
    /^(?<sign>[<>]=?)?(?<first>[\dT:.Z-]+?)(?:\.\.(?<last>[\dT:.Z-]+))?$/.exec(value)?.groups ?? {};
  const [from, to] = [startOf(first), startOf(last ?? first)];
  if (!from || !to || (sign !== undefined && last !== undefined)) return undefined;
  if (to.start < from.start) return undefined;
  if (sign === undefined) return { since: from.start, before: to.end };
  if (sign === '<') return { before: from.start };
  if (sign === '<=') return { before: from.end };
  return { since: sign === '>' ? from.end : from.start };
}

/** A day, and the one after it; of an instant, that instant and the next millisecond. */
function startOf(text: string | undefined): { start: string; end: string } | undefined {
  const { data: start } = timestamp().safeParse(text);
  if (start === undefined) return undefined;
  const length = /^\d{4}-\d{2}-\d{2}$/.test(text!) ? UNITS_MS['d']! : 1;
  return { start, end: new Date(Math.min(Date.parse(start) + length, LAST_INSTANT)).toISOString() };
}

/** The value of a word that can have only one. */
function onlyValue(key: string, [value, ...others]: readonly string[]): string {
  if (others.length > 0) throw filterProblem(`has several values for ${key}:, which takes one`);
  return value!;
}
