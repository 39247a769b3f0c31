import * as z from 'zod';
import { trimmedName } from './name-key.ts';
import { BIDI_ERROR, hasBidiControl, hasOverride, hasVisibleCharacter, VISIBLE_ERROR } from './visible.ts';

/**
 * Building blocks of all wire schemas. None transforms its value's type, so each converts to JSON Schema in
 * both directions; rules that JSON Schema cannot express are refinements, with the nearest keyword as meta.
 */

/** A schema, the fields of one, or a function that creates it on first use. */
export type Lazy<T extends object> = T | (() => T);

/** Returns a function that evaluates a declaration on its first call. */
export const evaluated = <T extends object>(declared: Lazy<T>): (() => T) =>
  memoize(() => (typeof declared === 'function' ? declared() : declared));

/**
 * Memoizes the creation of a schema or its fields. Schemas do not change, and creating one takes as long as parsing
 * hundreds of values; the first request of a function needs the schemas of one operation out of many.
 */
export function memoize<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

/** Control characters, in escapes that every regular expression engine supports, including RE2. */
const controlCharacters = '\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f';

interface TextOptions {
  min?: number;
  max: number;
  multiline?: boolean;
  /** Whether it is stored as a name is: composed, and without blanks at the edges. */
  isName?: boolean;
}

/** Unicode's line and paragraph separators, which a pattern for RE2 cannot name. */
const SEPARATOR = /[\u2028\u2029]/;

const texts = new Map<string, ReturnType<typeof newText>>();

/** Text of min to max characters (Unicode code points), well-formed, without control characters. */
export function text({ min = 1, max, multiline = false, isName = false }: TextOptions) {
  const of = `${min} ${max} ${multiline} ${isName}`;
  const known = texts.get(of) ?? newText({ min, max, multiline, isName });
  texts.set(of, known);
  return known;
}

function newText({ min, max, multiline, isName }: Required<TextOptions>) {
  const excluded = multiline ? controlCharacters : `${controlCharacters}\\t\\n\\r\\x80-\\x9f`;
  // The part before the first visible character matches white space only, so that matching never backtracks.
  const pattern = new RegExp(
    min > 0 ? `^[^\\S${excluded}]*[^\\s${excluded}][^${excluded}]*$` : `^[^${excluded}]*$`,
  );
  const sent = z.string();
  return (isName ? sent.overwrite(trimmedName) : sent)
    .regex(pattern, {
      abort: true,
      error: ({ input }) =>
        input === '' || /^\s+$/.test(String(input))
          ? 'must not be empty or blank'
          : `must not contain control characters${multiline ? ' other than tab and line breaks' : ' or line breaks'}`,
    })
    .refine((value) => multiline || !SEPARATOR.test(value), {
      error: 'must not contain control characters or line breaks',
      abort: true,
    })
    .refine((value) => value.isWellFormed(), {
      error: 'must be well-formed Unicode, without unpaired surrogates',
    })
    .refine((value) => value.length <= max || charactersIn(value) <= max, {
      error: `must be at most ${max} characters`,
      params: { code: 'too_large' },
      abort: true,
    })
    .meta({ minLength: min, maxLength: max });
}

/** Multi-line text of at most `max` characters; may be empty. */
export const longText = (max: number) => text({ min: 0, max, multiline: true });

/** The number of characters of a text as its bounds count them, in Unicode code points. */
export const charactersIn = (value: string): number => [...value].length;

/** A UUID; upper-case digits are accepted and converted to lower case (RFC 9562, section 4). */
export const uuid = memoize(() => z.uuid({ error: 'must be a UUID' }).toLowerCase());

/** The range of four-digit years in UTC, so that timestamps also sort as text. */
const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z');
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** What is wrong with a date that has the right form, but that no calendar has; undefined for other texts. */
export function missingDay(value: string): string | undefined {
  const { year, month, day } =
    /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:T|$)/.exec(value)?.groups ?? {};
  if (year === undefined) return undefined;
  const [months, days] = [Number(month), Number(day)];
  if (months < 1 || months > 12) return `has the month ${month}; months are 01 to 12`;
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), months, 0)).getUTCDate();
  if (days >= 1 && days <= last) return undefined;
  return `has the day ${day}, but ${year}-${month} has ${last} days`;
}

/** A day such as 2026-11-20. */
export const plainDate = () =>
  z.iso.date({
    error: ({ input }) => missingDay(String(input)) ?? 'must be a day such as 2026-11-20',
    abort: true,
  });

/**
 * An ISO 8601 date-time with any offset, converted to UTC with milliseconds. A plain date such as 2026-11-20
 * is accepted as midnight UTC, although the JSON Schema mentions only date-times.
 */
export const timestamp = memoize(() =>
  z
    .string()
    .overwrite((value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00.000Z` : value))
    .check(
      z.iso.datetime({
        offset: true,
        error: ({ input }) =>
          missingDay(String(input)) ??
          'must be an ISO 8601 date-time such as 2026-11-20T12:00:00.000Z, or a date such as 2026-11-20',
        abort: true,
      }),
    )
    .refine((value) => Date.parse(value) >= FIRST_INSTANT && Date.parse(value) <= LAST_INSTANT, {
      error: 'must be in the years 0000 to 9999 (UTC)',
      abort: true,
    })
    .overwrite((value) => new Date(value).toISOString()),
);

/**
 * A display name of 1 to 120 characters that cannot disrupt surrounding text: visible, on one line, in one
 * direction. It is stored composed (NFC), without blanks and invisible characters at the edges.
 */
export const name = memoize(() =>
  text({ max: 120, isName: true })
    .refine(hasVisibleCharacter, { ...VISIBLE_ERROR, abort: true })
    .refine((value) => !hasBidiControl(value), BIDI_ERROR),
);

/** A title of at most `max` characters: visible, on one line, and without bidirectional overrides. */
export const titleText = (max: number) =>
  text({ max })
    .refine(hasVisibleCharacter, { ...VISIBLE_ERROR, abort: true })
    .refine((value) => !hasOverride(value), BIDI_ERROR);

/** A color as `#rrggbb`. */
export const color = memoize(() =>
  z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a color such as #4f46e5' }),
);

/** A list of at most `max` entries, without duplicates. */
export const uniqueList = <T extends z.ZodType<string>>(item: T, most: number) =>
  z
    .array(item)
    .max(most, { error: `must contain at most ${most} entries` })
    .refine((values) => new Set(values).size === values.length, {
      error: 'must not contain the same id twice',
      params: { code: 'repeated' },
    })
    .meta({ uniqueItems: true });

/** The most characters (Unicode code points) of an address of a web page, as it is sent. */
export const ADDRESS_MAX_CHARACTERS = 2_048;

/**
 * An http or https URL that can be shown as a link: without a user name or password, and as URLs are written (WHATWG URL),
 * so that signs which would be invisible or turn the text around it are encoded.
 */
export const webAddress = memoize(() => address(['http:', 'https:']));

/** The same with https alone. */
export const httpsAddress = memoize(() => address(['https:']));

/** An address in an answer, which can be longer than it was sent, as its signs are encoded. */
export const shownAddress = memoize(() => z.string());

function address(schemes: readonly string[]) {
  const named = schemes.map((scheme) => scheme.slice(0, -1)).join(' or ');
  return z
    .string()
    .refine((value) => addressOf(value, schemes) !== undefined, {
      error: `must be an ${named} URL of at most ${ADDRESS_MAX_CHARACTERS} characters`,
      abort: true,
    })
    .overwrite((value) => addressOf(value, schemes)!)
    .meta({ maxLength: ADDRESS_MAX_CHARACTERS });
}

function addressOf(value: string, schemes: readonly string[]): string | undefined {
  const url = isShortEnough(value) ? URL.parse(value) : null;
  if (!url || /[\s\u0000-\u001f]/.test(value) || !value.isWellFormed()) return undefined;
  const { protocol, username, password, href } = url;
  return schemes.includes(protocol) && username === '' && password === '' ? href : undefined;
}

/**
 * Whether an address is within the bound as it is sent, or was before its signs were encoded: each as a byte that begins it,
 * and up to three that follow.
 */
const isShortEnough = (value: string): boolean =>
  value.length <= ADDRESS_MAX_CHARACTERS * 12 &&
  charactersIn(value.replaceAll(/%[c-f][\da-f](?:%[89ab][\da-f]){1,3}/gi, '-')) <= ADDRESS_MAX_CHARACTERS;
