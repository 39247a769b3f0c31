import { stemmer } from 'stemmer';

const ENGLISH = /^[a-z]{3,}$/;

/**
 * Returns the stem of a folded word, the same for its usual English inflections: `blocks`, `blocked` and `blocking` are
 * `block` (Porter's algorithm). Words of other alphabets and words with digits stay as they are.
 */
export function stem(word: string): string {
  if (!ENGLISH.test(word)) return word;
  let found = known.get(word);
  if (found === undefined) {
    found = stemmer(word);
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(word, found);
  }
  return found;
}

/** Stems of words that were asked for before: texts repeat most of their words. */
const known = new Map<string, string>();
const KNOWN_MAX = 20_000;
