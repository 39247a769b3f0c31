/** Shorter words are not corrected: too many others are close. */
const MIN_CHARACTERS = 4;
/** Longer words may have two typing errors. */
const TWO_ERRORS_CHARACTERS = 8;

/** The number of typing errors that a word can have and still be understood; 0 for words that are not corrected. */
export function typingErrorsMax(term: string): number {
  if (term.length < MIN_CHARACTERS || !/^[a-z]+$/.test(term)) return 0;
  return term.length >= TWO_ERRORS_CHARACTERS ? 2 : 1;
}

/** The number of typing errors between two words, a swap of neighbours being one; more than `most` is not counted. */
export function typingErrors(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, position) => position);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let errors = Math.min(row[j - 1]! + (same ? 0 : 1), row[j]! + 1, next[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        errors = Math.min(errors, before[j - 2]! + 1);
      }
      next.push(errors);
    }
    if (Math.min(...next) > most) return most + 1;
    before = row;
    row = next;
  }
  return row[b.length]!;
}
