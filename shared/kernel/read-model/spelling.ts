import { typingErrors, typingErrorsMax } from '../core/typing-errors.ts';
import type { ReadModel } from './read-model.ts';

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

/** How many words of a model may still be compared with those of a query. */
export interface Comparisons {
  left: number;
}

/**
 * Words of a model that are compared with those of one query; the first misspelled word is compared with all that begin like
 * it. Each costs 4 µs, and people's texts can have half a million different words.
 */
const COMPARISONS_MAX = 30_000;

export const newComparisons = (): Comparisons => ({ left: COMPARISONS_MAX });

/**
 * The words of a model that someone can have meant with one that does not occur, the closest and most used first; none once
 * there are no comparisons left.
 */
export function closestTerms(model: ReadModel, term: string, comparisons: Comparisons): string[] {
  const most = typingErrorsMax(term);
  if (most === 0 || comparisons.left <= 0) return [];
  // The first letter is rarely wrong; where it is, the second one is often in its place.
  const firsts = [...new Set([term[0]!, term[1]!])];
  return firsts
    .flatMap((first) => {
      const begun = termsFrom(model, first);
      comparisons.left -= begun.length;
      return begun.filter(({ candidate }) => Math.abs(candidate.length - term.length) <= most);
    })
    .map(({ candidate, count }) => ({ candidate, count, far: typingErrors(term, candidate, most) }))
    .filter(({ far }) => far <= most)
    .sort((one, other) => one.far - other.far || other.count - one.count)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ candidate }) => candidate);
}

function termsFrom(model: ReadModel, first: string) {
  const rows = model
    .statement('SELECT term AS candidate, doc AS count FROM vocabulary WHERE term >= ? AND term < ?')
    .all(first, `${first}\u{10ffff}`);
  return rows as { candidate: string; count: number }[];
}
