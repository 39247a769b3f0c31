import { synonymsOf } from '../../kernel/words/synonyms.ts';
import { withoutStopWords } from '../../kernel/words/stop-words.ts';
import { parseTextQuery, type QueryGroup, type TextQuery } from '../../kernel/words/text-query.ts';
import { typingErrors, typingErrorsMax } from '../../kernel/core/typing-errors.ts';
import { wordsOf, type Word } from '../../kernel/words/words.ts';
import { listedWords, otherWordsFor } from './also-called.ts';
import type { DocsIndex, DocsPart } from './search-index.ts';

/** The results of a search, the best first. */
export interface DocsSearchResult {
  /** One page of them. */
  parts: DocsPart[];
  /** The number of the page, 1 for the first. */
  page: number;
  pages: number;
  /** The terms that were found in place of the query's own. */
  relatedTerms: string[];
  /** The total number of results, including those that are not shown. */
  total: number;
}

export const PAGE_RESULTS = 30;
/** The weights, relative to the word itself, of its beginnings and parts, and of what stands for it. */
const BEGINNING_FACTOR = 0.4;
const RELATED_FACTOR = 0.5;
const MISSPELLED_FACTOR = 0.8;
/** Results that have all words come before those that lack one. */
const COVERAGE_POWER = 3;
/** What scores less, relative to the best result, lacks the words that matter: it answers another question. */
const LEAST_FACTOR = 0.15;
/** The most words of a query that are corrected: each is compared with all words of the documentation. */
const CORRECTED_MAX = 8;

type Scores = Map<number, number>;

/** Returns the terms closest to a word; none if it occurs, or for none of them. */
type Corrections = (word: Word) => string[];

/** A search over the documentation, which reads its index once. It returns the last page for one that there is not. */
export function docsFinder({ parts, terms }: DocsIndex): (text: string, page?: number) => DocsSearchResult {
  const postings = new Map(terms);
  const vocabulary = [
    ...[...postings.keys()].map((term) => ({ word: term, term })),
    ...listedWords.flatMap((word) => termsOf(word).map((term) => ({ word, term }))),
  ];

  function scoresOf(term: string): Scores {
    const listed = postings.get(term) ?? [];
    const rarity = Math.log(1 + parts.length / (1 + listed.length / 2));
    const scores: Scores = new Map();
    for (let at = 0; at < listed.length; at += 2) scores.set(listed[at]!, listed[at + 1]! * rarity);
    return scores;
  }

  const termsOfParts: string[][] = [];
  const hasPhrase = (position: number, words: readonly Word[]): boolean => {
    const { title, text } = parts[position]!;
    // Read once: phrases of common words would read all of the documentation, each of them again.
    const found = (termsOfParts[position] ??= [...termsOf(title), '', ...termsOf(text)]);
    return found.some((_, at) => words.every(({ term }, next) => found[at + next] === term));
  };

  /** The terms closest to a word that does not occur. */
  function closest({ term, folded }: Word): string[] {
    const most = typingErrorsMax(folded);
    const near = vocabulary
      .map((one) => ({
        term: one.term,
        errors: Math.min(typingErrors(folded, one.word, most), typingErrors(term, one.term, most)),
      }))
      .filter(({ errors }) => errors <= most);
    const least = Math.min(...near.map(({ errors }) => errors));
    return [...new Set(near.filter(({ errors }) => errors === least).map((one) => one.term))];
  }

  /** Finds the terms closest to the words of one query that do not occur, each word once. */
  function newCorrections(): Corrections {
    const known = new Map<string, string[]>();
    return (word) => {
      const { term, folded } = word;
      if (postings.has(term) || typingErrorsMax(folded) === 0) return [];
      if (!known.has(folded)) known.set(folded, known.size < CORRECTED_MAX ? closest(word) : []);
      return known.get(folded)!;
    };
  }

  function ofWord(word: Word, open: boolean, corrected: Corrections | undefined): Scores {
    const { term, folded } = word;
    const longer = open
      ? [...postings.keys()].filter((one) => one.startsWith(term) || one.startsWith(folded))
      : [];
    const meant = corrected && longer.length === 0 ? corrected(word) : [];
    const others = corrected ? [term, ...meant].flatMap(relatedTo) : [];
    return bestOf([
      scoresOf(term),
      ...longer.map((one) => lowered(scoresOf(one), BEGINNING_FACTOR)),
      ...meant.map((one) => lowered(scoresOf(one), MISSPELLED_FACTOR)),
      ...others.map((one) => lowered(scoresOf(one), RELATED_FACTOR)),
    ]);
  }

  function ofGroup(
    { words, parts: ownParts, open, quoted }: QueryGroup,
    corrected: Corrections | undefined,
  ): Scores {
    const ofWords = quoted ? undefined : corrected;
    const whole = allOf(
      words.map((word, position) => ofWord(word, open && position === words.length - 1, ofWords)),
    );
    if (quoted && words.length > 1) return kept(whole, (position) => hasPhrase(position, words));
    const inParts = allOf(ownParts.map((part) => ofWord(part, false, corrected)));
    return ownParts.length === 0 ? whole : bestOf([whole, lowered(inParts, BEGINNING_FACTOR)]);
  }

  return (text, wanted = 1) => {
    const { groups, excluded } = readable(text);
    const corrected = newCorrections();
    const without = new Set(excluded.flatMap((group) => [...ofGroup(group, undefined).keys()]));
    const scores = groups.map((group) => ofGroup(group, corrected));
    const sorted = [...byCoverage(scores)]
      .filter(([position]) => !without.has(position))
      .sort(([one, its], [other, others]) => others - its || one - other);
    const best = sorted[0]?.[1] ?? 0;
    const ranked = sorted.filter(([, score]) => score >= best * LEAST_FACTOR);
    const words = groups.flatMap((group) => group.words);
    const pages = Math.max(1, Math.ceil(ranked.length / PAGE_RESULTS));
    const page = Math.min(wanted, pages);
    const shown = ranked.slice((page - 1) * PAGE_RESULTS, page * PAGE_RESULTS);
    return {
      parts: shown.map(([position]) => parts[position]!),
      page,
      pages,
      relatedTerms: words.flatMap((word) => [word.term, ...corrected(word)].flatMap(relatedTo)),
      total: ranked.length,
    };
  };
}

/** Words of questions that say nothing about their answers. */
const FILLERS = /(?<![-"\w])(?:all|any|someone|something|everyone|get|use|using)\s+(?=\S)/gi;

/** The query of a text, without the words that say nothing of what it is about; a phrase in quotes keeps all of its own. */
export const readable = (text: string): TextQuery =>
  parseTextQuery(text.includes('"') ? text : withoutStopWords(text.replaceAll(FILLERS, '')));

const termsOf = (text: string): string[] => wordsOf(text).map(({ term }) => term);

/** Terms that stand for a term, in general and in this documentation. */
const relatedTo = (term: string): string[] => [...synonymsOf(term), ...(others().get(term) ?? [])];

let byTerm: Map<string, string[]> | undefined;
function others(): Map<string, string[]> {
  byTerm ??= new Map(
    listedWords.flatMap((word) =>
      termsOf(word).map((term) => [term, otherWordsFor(word).flatMap(termsOf)] as const),
    ),
  );
  return byTerm;
}

const lowered = (scores: Scores, factor: number): Scores =>
  new Map([...scores].map(([position, score]) => [position, score * factor]));

const kept = (scores: Scores, isKept: (position: number) => boolean): Scores =>
  new Map([...scores].filter(([position]) => isKept(position)));

function bestOf(all: readonly Scores[]): Scores {
  const best: Scores = new Map();
  for (const [position, score] of all.flatMap((scores) => [...scores]))
    best.set(position, Math.max(score, best.get(position) ?? 0));
  return best;
}

/** The parts that have at least one, by the sum of the scores, and lower the more they lack. */
function byCoverage(all: readonly Scores[]): Scores {
  const sums: Scores = new Map();
  for (const [position, score] of all.flatMap((scores) => [...scores]))
    sums.set(position, score + (sums.get(position) ?? 0));
  return new Map(
    [...sums].map(([position, sum]) => {
      const coverage = all.filter((scores) => scores.has(position)).length / all.length;
      return [position, sum * coverage ** COVERAGE_POWER];
    }),
  );
}

/** The parts that all have, by the sum of the scores. */
const allOf = (all: readonly Scores[]): Scores =>
  kept(byCoverage(all), (position) => all.every((scores) => scores.has(position)));
