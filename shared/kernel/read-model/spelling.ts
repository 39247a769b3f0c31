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

/** The words of a model that someone can have meant with one that does not occur, the closest and most used first. */
export function closestTerms(model: ReadModel, term: string): string[] {
  const most = typingErrorsMax(term);
  if (most === 0) return [];
  // The first letter is rarely wrong; where it is, the second one is often in its place.
  const firsts = [...new Set([term[0]!, term[1]!])];
  return firsts
    .flatMap((first) => candidates(model, first, term.length, most))
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
