import type { ReadModel } from './read-model.ts';

/** Shorter words are not corrected: too many others are close. */
const MIN_CHARACTERS = 4;
/** Longer words may have two typing errors. */
const TWO_ERRORS_CHARACTERS = 8;
const SUGGESTIONS_MAX = 4;

/** Whether a word, or the beginning of one, occurs in a model. */
export function isKnown(model: ReadModel, term: string, open: boolean): boolean {
  const found = open
    ? model
        .statement('SELECT 1 AS found FROM vocabulary WHERE term >= ? AND term < ? LIMIT 1')
        .get(term, `${term}\u{10ffff}`)
    : model.statement('SELECT 1 AS found FROM vocabulary WHERE term = ? LIMIT 1').get(term);
  return found !== undefined;
}

/** The words of a model that somebody can have meant with one that does not occur, the closest and most used first. */
export function closestTerms(model: ReadModel, term: string): string[] {
  const length = term.length;
  if (length < MIN_CHARACTERS || !/^[a-z]+$/.test(term)) return [];
  const most = length >= TWO_ERRORS_CHARACTERS ? 2 : 1;
  // The first letter is rarely wrong; where it is, the second one is often in its place.
  const firsts = [...new Set([term[0]!, term[1]!])];
  return firsts
    .flatMap((first) => candidates(model, first, length, most))
    .map(({ candidate, count }) => ({ candidate, count, far: typingErrors(term, candidate, most) }))
    .filter(({ far }) => far <= most)
    .sort((one, other) => one.far - other.far || other.count - one.count)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ candidate }) => candidate);
}

function candidates(model: ReadModel, first: string, length: number, most: number) {
  const rows = model
    .statement(
      `SELECT term AS candidate, doc AS count FROM vocabulary
       WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?`,
    )
    .all(first, `${first}\u{10ffff}`, length - most, length + most);
  return rows as { candidate: string; count: number }[];
}

/** The number of typing errors between two words, a swap of neighbours being one; more than `most` is not counted. */
function typingErrors(a: string, b: string, most: number): number {
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
