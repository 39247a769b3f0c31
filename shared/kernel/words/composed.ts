/** A text in one normal form, and where in the original its parts are, in UTF-16 code units. */
export interface ComposedText {
  text: string;
  /** The place of what is between two positions of the text. */
  placeOf: (start: number, end: number) => { start: number; end: number };
}

/** Letters that join the one before them: marks, half-width sound marks of kana, vowels and last consonants of Hangul. */
const JOINING = String.raw`\p{M}\uff9e\uff9f\u1160-\u11ff\ud7b0-\ud7fb\u314f-\u3163\uffc2-\uffdc`;

/** A letter, radical or digit with those that join it. Signs stay: they are found as they are written. */
const LETTER = new RegExp(`[\\p{L}\\p{N}\\u2e80-\\u2fd5][${JOINING}]*`, 'gu');

/**
 * A text whose letters and digits are in NFKC, so that it is the same however a keyboard or a file system composes it, and
 * at whatever width.
 */
export function composed(text: string): ComposedText {
  if (text.normalize('NFKC') === text) return { text, placeOf: (start, end) => ({ start, end }) };
  // What differs: where it begins in the new text, where in the original, and the lengths of both.
  const changes: { at: number; from: number; length: number; original: number }[] = [];
  let shift = 0;
  const written = text.replaceAll(LETTER, (letter: string, from: number) => {
    const normal = letter.normalize('NFKC');
    if (normal === letter) return letter;
    changes.push({ at: from + shift, from, length: normal.length, original: letter.length });
    shift += normal.length - letter.length;
    return normal;
  });
  const place = (position: number, side: 'start' | 'end'): number => {
    // The end of a part belongs to the letter before it.
    const inside = side === 'start' ? position : position - 1;
    let [low, high] = [0, changes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (changes[middle]!.at <= inside) low = middle + 1;
      else high = middle;
    }
    const change = changes[low - 1];
    if (!change) return position;
    const { at, from, length, original } = change;
    if (inside < at + length) return side === 'start' ? from : from + original;
    return position - at - length + from + original;
  };
  return {
    text: written,
    placeOf: (start, end) => ({ start: place(start, 'start'), end: place(end, 'end') }),
  };
}
