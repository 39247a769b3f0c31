import { composed } from './composed.ts';
import { fold } from './fold.ts';
import { stem } from './stem.ts';

/** A word of a text: the form in which it is indexed, and its position, in UTF-16 code units. */
export interface Word {
  term: string;
  /** As written, but for case and accents. */
  folded: string;
  start: number;
  end: number;
}

/** Letters, digits and marks, with what cannot be seen between them; an apostrophe inside belongs to the word. */
const RUN = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}]*(?:['’]\p{L}+)*/gu;

/** Scripts that are written without spaces, or with particles attached. */
const UNSPACED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const UNSPACED = new RegExp(
  `[${UNSPACED_SCRIPTS}ー][${UNSPACED_SCRIPTS}ー\\p{Default_Ignorable_Code_Point}]*`,
  'gu',
);

/** Longer words are cut: no one types them, and they would fill the index. */
const TERM_MAX_CHARACTERS = 64;

/** Words of one text that are indexed; a description has at most about half as many. */
const WORDS_MAX = 10_000;

/**
 * Returns the words of a text in order. Texts without spaces are cut into overlapping pairs of characters, and the last
 * character alone, so that every character begins a term.
 */
export const wordsOf = (text: string): Word[] => inOneForm(text, wordsIn);

function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    let from = 0;
    for (const { 0: unspaced, index: at } of run.matchAll(UNSPACED)) {
      if (at > from) words.push(spacedWord(run.slice(from, at), index + from));
      words.push(...pairsOf(unspaced, index + at));
      from = at + unspaced.length;
    }
    if (from < run.length) words.push(spacedWord(run.slice(from), index + from));
    if (words.length >= WORDS_MAX) break;
  }
  return words.filter(({ term }) => term !== '');
}

/** The words of a text in one normal form, with their places in the original. */
function inOneForm(original: string, find: (text: string) => Word[]): Word[] {
  const { text, placeOf } = composed(original);
  const words = find(text);
  return text === original
    ? words
    : words.map(({ start, end, ...word }) => ({ ...word, ...placeOf(start, end) }));
}

function spacedWord(text: string, start: number): Word {
  const folded = fold(text).replaceAll(/['’]/g, '').slice(0, TERM_MAX_CHARACTERS);
  return { term: stem(folded), folded, start, end: start + text.length };
}

/** Pairs of neighbours, whatever stands between them that no reader sees. */
function pairsOf(text: string, start: number): Word[] {
  const characters = [...text.matchAll(SEEN)].map(({ 0: character, index }) => ({ character, index }));
  return characters.map(({ character, index }, position) => {
    const { character: next, index: last } = characters[position + 1] ?? { character: '', index: index };
    const term = fold(character + next);
    const end = start + (next === '' ? index + character.length : last + next.length);
    return { term, folded: term, start: start + index, end };
  });
}

const SEEN = /\P{Default_Ignorable_Code_Point}/gu;

/** Where a word such as `readStoryPage` or `sqlite3` changes from one part to the next. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;

/** The parts of compound words such as `readStoryPage`; words of one part have none. */
export const partsOf = (text: string): Word[] => inOneForm(text, partsIn);

function partsIn(text: string): Word[] {
  const parts: Word[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const found = [...run.matchAll(PART)];
    if (found.length < 2) continue;
    parts.push(...found.map(({ 0: part, index: at }) => spacedWord(part, index + at)));
    if (parts.length >= WORDS_MAX) break;
  }
  return parts;
}

/** An emoji, which can consist of several characters, or any other sign. */
const SIGN =
  /\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f]*(?:\u200d\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f]*)*|\p{RI}{2}|[\p{S}\p{P}]/gu;

/** Variation selectors and skin tones: emoji are the same without them. One that stands alone is a sign itself. */
const VARIANT = /(?<!^)[\ufe0e\ufe0f\p{Emoji_Modifier}]/gu;

/** Begins the terms of signs. No word has it: accents are removed from them. */
const SIGN_MARK = '\u0332';

/** Whether a term is that of an emoji or another sign. */
export const isSign = (term: string): boolean => term.startsWith(SIGN_MARK);

/** The first character of a term's sign, in every text that has the sign. */
export const firstOfSign = (term: string): string =>
  String.fromCodePoint(Number.parseInt(term.slice(SIGN_MARK.length), 16));

/** Different signs of one text that are indexed. */
const SIGNS_MAX = 200;

/** The signs of a text, each once: words do not have them, and a text can be found by one alone. */
export function signsOf(text: string): Word[] {
  const signs = new Map<string, Word>();
  for (const { 0: sign, index: start } of text.matchAll(SIGN)) {
    const characters = [...sign.replaceAll(VARIANT, '')].map((one) => one.codePointAt(0)!.toString(16));
    const term = `${SIGN_MARK}${characters.join('z')}`;
    if (!signs.has(term)) signs.set(term, { term, folded: term, start, end: start + sign.length });
    if (signs.size >= SIGNS_MAX) break;
  }
  return [...signs.values()];
}

/** Whether a term is a pair of characters, or one, of a text without spaces. */
export const isUnspaced = (term: string): boolean => term.search(UNSPACED) === 0;
