import { UNSEEN_CHARACTERS } from './visible.ts';

/** Letters of scripts in which a joiner between two of them changes how they are written. */
const JOINING = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Nko',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

const EMOJI = '\\p{Extended_Pictographic}';

/** Joiners and selectors where a script or an emoji needs them. */
const NEEDED = [
  `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
  `(?<=[${EMOJI}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=${EMOJI})`,
  `(?<=${EMOJI})[\\ufe0e\\ufe0f]`,
  `[\\ufe0f](?=\\u20e3)`,
].join('|');

/** Matches characters that are invisible, reorder text or break lines, except tabs and usual line breaks. */
const UNSEEN = `[${UNSEEN_CHARACTERS}\\p{Bidi_Control}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2800]`;

const PATTERN = new RegExp(`(?<needed>${NEEDED})|${UNSEEN}`, 'gu');

/** The same JSON with the invisible characters of all its strings and names escaped. */
export function legibleJson(value: unknown): unknown {
  if (typeof value === 'string') return legible(value);
  if (Array.isArray(value)) return value.map(legibleJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [legible(name), legibleJson(part)]));
}

/** Shows invisible characters as escapes such as `\u{E0041}`; those that scripts and emoji need remain. */
export const legible = (text: string): string =>
  text.replaceAll(PATTERN, (character, needed: string | undefined) =>
    needed === undefined
      ? `\\u{${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}}`
      : character,
  );
