import { snippetOf, type Finder } from '../../kernel/words/highlight.ts';
import type { DocsPart } from './search-index.ts';

const EXCERPT_MAX_CHARACTERS = 200;

/**
 * The first sentences of a text whose title has words of the query, else those where most of its words stand; a part of
 * one that is too long.
 */
export function excerptOf({ title, text }: Pick<DocsPart, 'title' | 'text'>, finder: Finder): string {
  const sentences = text.split(/(?<=[.?!])\s+(?=\S)/);
  const counts = sentences.map((sentence) => foundIn(sentence, finder));
  const best = foundIn(title, finder) > 0 ? 0 : counts.indexOf(Math.max(...counts));
  let excerpt = sentences[best]!;
  for (const next of sentences.slice(best + 1)) {
    if (excerpt.length + next.length >= EXCERPT_MAX_CHARACTERS) break;
    excerpt += ` ${next}`;
  }
  return excerpt.length > EXCERPT_MAX_CHARACTERS ? snippetOf(excerpt, finder) : excerpt;
}

/** How many different words of a query a sentence has. */
const foundIn = (sentence: string, finder: Finder): number =>
  new Set(finder.rangesIn(sentence).map(({ start, end }) => sentence.slice(start, end).toLowerCase())).size;
