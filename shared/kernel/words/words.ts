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

/** Letters, digits and marks; an apostrophe inside belongs to the word. */
const RUN = /[\p{L}\p{N}\p{M}]+(?:['’]\p{L}+)*/gu;

/** Scripts that are written without spaces, or with particles attached. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** Longer words are cut: no one types them, and they would fill the index. */
const TERM_MAX_CHARACTERS = 64;

/** Words of one text that are indexed; a description has at most about half as many. */
const WORDS_MAX = 10_000;

/**
 * Returns the words of a text in order. Texts without spaces are cut into overlapping pairs of characters, and the last
 * character alone, so that every character begins a term.
 */
export function wordsOf(text: string): Word[] {
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

function spacedWord(text: string, start: number): Word {
  const folded = fold(text).replaceAll(/['’]/g, '').slice(0, TERM_MAX_CHARACTERS);
  return { term: stem(folded), folded, start, end: start + text.length };
}

function pairsOf(text: string, start: number): Word[] {
  const characters = [...text];
  let at = start;
  return characters.map((character, position) => {
    const pair = character + (characters[position + 1] ?? '');
    const term = fold(pair);
    const word = { term, folded: term, start: at, end: at + pair.length };
    at += character.length;
    return word;
  });
}

/** Where a word such as `readStoryPage` or `sqlite3` changes from one part to the next. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;

/** The parts of compound words such as `readStoryPage`; words of one part have none. */
export function partsOf(text: string): Word[] {
  const parts: Word[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const found = [...run.matchAll(PART)];
    if (found.length < 2) continue;
    parts.push(...found.map(({ 0: part, index: at }) => spacedWord(part, index + at)));
    if (parts.length >= WORDS_MAX) break;
  }
  return parts;
}

/** Whether a term is a pair of characters, or one, of a text without spaces. */
export const isUnspaced = (term: string): boolean => term.search(UNSPACED) === 0;
