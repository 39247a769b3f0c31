import { synonymsOf } from '../../kernel/words/synonyms.ts';
import type { QueryGroup, TextQuery } from '../../kernel/words/text-query.ts';
import { wordsOf } from '../../kernel/words/words.ts';
import type { DocsIndex, DocsPart } from './search-index.ts';

/** The results of a search, the best first. */
export interface DocsSearchResult {
  parts: DocsPart[];
  /** The terms that were found in place of the query's own. */
  relatedTerms: string[];
  /** The total number of results, including those that are not shown. */
  total: number;
}

const SHOWN_MAX = 30;
/** The weight of prefixes, parts and synonyms of a word relative to the word itself. */
const OTHER_FACTOR = 0.4;

type Scores = Map<number, number>;

/** A search over the documentation, which reads its index once. */
export function docsFinder({ parts, terms }: DocsIndex): (query: TextQuery) => DocsSearchResult {
  const postings = new Map(terms);

  function scoresOf(term: string): Scores {
    const listed = postings.get(term) ?? [];
    const rarity = Math.log(1 + parts.length / (1 + listed.length / 2));
    const scores: Scores = new Map();
    for (let at = 0; at < listed.length; at += 2) scores.set(listed[at]!, listed[at + 1]! * rarity);
    return scores;
  }

  function ofGroup(group: QueryGroup, related: boolean): Scores {
    const { words, parts: ownParts, open, quoted } = group;
    const whole = allOf(
      words.map(({ term, folded }, position) => {
        const beginnings = open && position === words.length - 1 ? [term, folded] : [];
        const longer = [...postings.keys()].filter((one) =>
          beginnings.some((start) => one.startsWith(start)),
        );
        const others = related ? synonymsOf(term).map((one) => lowered(scoresOf(one))) : [];
        return bestOf([scoresOf(term), ...longer.map((one) => lowered(scoresOf(one))), ...others]);
      }),
    );
    if (quoted && words.length > 1) return kept(whole, (position) => hasPhrase(parts[position]!, words));
    return ownParts.length === 0
      ? whole
      : bestOf([whole, lowered(allOf(ownParts.map(({ term }) => scoresOf(term))))]);
  }

  return ({ groups, excluded }) => {
    const without = new Set(excluded.flatMap((group) => [...ofGroup(group, false).keys()]));
    const plain = groups.map((group) => ofGroup(group, false));
    const related = groups.map((group) => ofGroup(group, true));
    const tries = [allOf(plain), allOf(related), sumOf(related)];
    const which = tries.findIndex((scores) => kept(scores, (position) => !without.has(position)).size > 0);
    const ranked = [...(tries[which] ?? new Map<number, number>())]
      .filter(([position]) => !without.has(position))
      .sort(([one, its], [other, others]) => others - its || one - other);
    const words = groups.flatMap((group) => group.words);
    return {
      parts: ranked.slice(0, SHOWN_MAX).map(([position]) => parts[position]!),
      relatedTerms: which > 0 ? words.flatMap(({ term }) => synonymsOf(term)) : [],
      total: ranked.length,
    };
  };
}

const lowered = (scores: Scores): Scores =>
  new Map([...scores].map(([position, score]) => [position, score * OTHER_FACTOR]));

const kept = (scores: Scores, isKept: (position: number) => boolean): Scores =>
  new Map([...scores].filter(([position]) => isKept(position)));

function bestOf(all: readonly Scores[]): Scores {
  const best: Scores = new Map();
  for (const [position, score] of all.flatMap((scores) => [...scores]))
    best.set(position, Math.max(score, best.get(position) ?? 0));
  return best;
}

function sumOf(all: readonly Scores[]): Scores {
  const sums: Scores = new Map();
  for (const [position, score] of all.flatMap((scores) => [...scores]))
    sums.set(position, score + (sums.get(position) ?? 0));
  return sums;
}

/** The parts that all have, by the sum of the scores. */
const allOf = (all: readonly Scores[]): Scores =>
  kept(sumOf(all), (position) => all.every((scores) => scores.has(position)));

function hasPhrase({ title, text }: DocsPart, words: QueryGroup['words']): boolean {
  return [title, text].some((one) => {
    const found = wordsOf(one).map(({ term }) => term);
    return found.some((_, at) => words.every(({ term }, position) => found[at + position] === term));
  });
}
