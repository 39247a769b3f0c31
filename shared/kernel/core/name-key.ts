import { UNSEEN_CHARACTERS } from './visible.ts';

const INVISIBLE = new RegExp(`[${UNSEEN_CHARACTERS}]`, 'gu');

/** White space as Unicode has it; the Braille blank looks like it. */
const BLANK = /[\p{White_Space}\u2800]+/gu;

const ASCII = /^[\x20-\x7e]*$/;

/**
 * The form in which names are compared: two names with the same key look the same to a reader. NFKC, case folded, with
 * white space collapsed and invisible characters removed (Unicode Standard Annex 15, and section 3.13 of the standard).
 */
export function nameKey(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase().replaceAll(/ +/g, ' ').trim();
  const plain = name.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(BLANK, ' ').trim();
  // Folding can separate a letter and its mark.
  return foldCase(plain).normalize('NFKC');
}

/**
 * Unicode's full case folding: upper case joins letters that differ in lower case alone, such as `ß` and `ss` or the two
 * forms of sigma. The dotless `ı` of Turkish is a letter of its own, although its upper case is that of `i`.
 */
const foldCase = (text: string): string =>
  text
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'))
    .join('ı');

/** Not what is refused: marks that turn the direction of text, and controls. */
const EDGE = String.raw`(?:(?![\p{Bidi_Control}\x85])[\p{White_Space}${UNSEEN_CHARACTERS}\u2800])+`;
const EDGES = new RegExp(`^${EDGE}|${EDGE}$`, 'gu');

/** The form in which names are stored: NFC, without white space and invisible characters at the edges. */
export function trimmedName(name: string): string {
  const trimmed = name.normalize('NFC').replaceAll(EDGES, '');
  // It is refused as one that no one can see, not as an empty one.
  return trimmed === '' ? name.trim() : trimmed;
}
