import { invalidRequest, type ApiError } from '../core/errors.ts';
import { closestNames } from '../core/nearest.ts';
import { LAST_INSTANT, timestamp } from '../core/schema.ts';

/** A word of a filter for people, such as `label:bug,"needs design"`. */
export interface FilterWord {
  key: FilterKey;
  values: string[];
}

const filterKeys = [
  ...([
    'is',
    'status',
    'category',
    'assignee',
    'reporter',
    'label',
    'priority',
    'sprint',
    'objective',
  ] as const),
  ...(['parent', 'team', 'due', 'created', 'updated', 'completed', 'sort'] as const),
] as const;
type FilterKey = (typeof filterKeys)[number];

/** A filter for people, before its names are looked up. */
interface ParsedFilter {
  words: FilterWord[];
  /** What is not a word of the filter: what to search for. */
  q: string | undefined;
}

const CHUNK = /-?"[^"]*"?|(?:[^\s",]|"[^"]*"?|,\s*)+/g;
const WORD = /^(?<key>\p{L}+):(?<values>.+)$/su;
const VALUE = /"(?<quoted>[^"]*)"?|(?<plain>[^,"]+)/g;

/**
 * Parses a filter as people write it: `key:value,value` words, of which values with spaces stand in quotes, and words to
 * search for. Throws a 400 for a key that it does not know, with those that it knows.
 */
export function parseFilter(text: string): ParsedFilter {
  const words: FilterWord[] = [];
  const texts: string[] = [];
  for (const [chunk] of text.matchAll(CHUNK)) {
    const { key, values } = WORD.exec(chunk)?.groups ?? {};
    // A time, an address or a quoted phrase is text.
    if (key === undefined || chunk.startsWith('"') || values!.startsWith('//')) {
      texts.push(chunk);
      continue;
    }
    const known = filterKeys.find((one) => one === key.toLowerCase());
    if (!known) throw unknownKey(key);
    const found = [...values!.matchAll(VALUE)].map(({ groups }) =>
      (groups!['quoted'] ?? groups!['plain']!).trim(),
    );
    const given = found.filter((value) => value !== '');
    if (given.length === 0) throw filterProblem(`has ${key}: without a value`);
    words.push({ key: known, values: given });
  }
  return { words, q: texts.length === 0 ? undefined : texts.join(' ') };
}

function unknownKey(key: string): ApiError {
  const [close] = closestNames(key, filterKeys);
  const hint = close === undefined ? '' : `; did you mean ${close}:?`;
  return filterProblem(
    `has the unknown word ${key}:. It knows ${filterKeys.map((one) => `${one}:`).join(' ')}${hint}`,
  );
}

/** A 400 about the parameter `filter`. */
export const filterProblem = (message: string): ApiError =>
  invalidRequest([{ in: 'query', path: 'filter', message }]);

const UNITS_MS: Readonly<Record<string, number>> = {
  h: 60 * 60 * 1000,
  d: 24 * 60 * 60 * 1000,
  w: 7 * 24 * 60 * 60 * 1000,
};

/** The bounds that a date word means. */
interface Range {
  since?: string;
  before?: string;
}

/**
 * The range of a date word: `2026-11-02`, `2026-11-02..2026-11-15`, `<2026-12-01`, `>=2026-11-02`, or a span of hours, days
 * or weeks: `due:<2w` is due within two weeks, `updated:<2d` was updated within the last two days.
 */
export function rangeOf({ key, values }: FilterWord, now: Date): Range {
  const value = onlyValue(key, values);
  const span = /^(?<sign>[<>]=?)(?<count>\d{1,4})(?<unit>[hdw])$/.exec(value)?.groups;
  if (span) {
    const length = Number(span['count']) * UNITS_MS[span['unit']!]!;
    const forward = key === 'due';
    const at = new Date(now.getTime() + (forward ? length : -length)).toISOString();
    // Within a span of the past is after its beginning.
    return span['sign']!.startsWith('<') === forward ? { before: at } : { since: at };
  }
  const { sign, first, last } =
    /^(?<sign>[<>]=?)?(?<first>[\dT:.Z-]+?)(?:\.\.(?<last>[\dT:.Z-]+))?$/.exec(value)?.groups ?? {};
  if (sign !== undefined && last !== undefined) throw notADate(key);
  const from = startOf(first, key);
  if (sign === undefined)
    return { since: from.start, before: last === undefined ? from.end : startOf(last, key).end };
  if (sign === '<') return { before: from.start };
  if (sign === '<=') return { before: from.end };
  return { since: sign === '>' ? from.end : from.start };
}

/** A day, and the one after it; of an instant, that instant and the next millisecond. */
function startOf(text: string | undefined, key: string): { start: string; end: string } {
  const { data: start } = timestamp().safeParse(text);
  if (start === undefined) throw notADate(key);
  const length = /^\d{4}-\d{2}-\d{2}$/.test(text!) ? UNITS_MS['d']! : 1;
  return { start, end: new Date(Math.min(Date.parse(start) + length, LAST_INSTANT)).toISOString() };
}

const notADate = (key: string): ApiError =>
  filterProblem(
    `has a ${key}: that is neither a date such as 2026-11-02, a range such as 2026-11-02..2026-11-15 nor a span such as <2w`,
  );

/** The value of a word that can have only one. */
export function onlyValue(key: string, [value, ...others]: readonly string[]): string {
  if (others.length > 0) throw filterProblem(`has several values for ${key}:, which takes one`);
  return value!;
}
