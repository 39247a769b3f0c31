import { synonymsOf } from '../../kernel/words/synonyms.ts';
import { withoutStopWords } from '../../kernel/words/stop-words.ts';
import { parseTextQuery, type QueryGroup, type TextQuery } from '../../kernel/words/text-query.ts';
import { partsOf as wordPartsOf, wordsOf, type Word } from '../../kernel/words/words.ts';
import { queryCorrector } from './corrected-query.ts';
import { addressOf } from './layout.ts';
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
  /** The query that was searched for, in which typing errors are corrected. */
  searched: string;
  /** The total number of results, including those that are not shown. */
  total: number;
}

export const PAGE_RESULTS = 30;
/** The weights, relative to the word itself, of its beginnings and parts, and of what stands for it. */
const BEGINNING_FACTOR = 0.4;
/** The same of the words that one begins which is no word itself: it is still being typed. */
const UNFINISHED_FACTOR = 0.9;
const RELATED_FACTOR = 0.5;
/** Results that have all words come before those that lack one. */
const COVERAGE_POWER = 3;
/** What scores less, relative to the best result, lacks the words that matter: it answers another question. */
const LEAST_FACTOR = 0.2;
/** The same for a part without informative words, such as one of two that are as rare. */
const LEAST_UNINFORMED_FACTOR = 0.5;
/** Minimum share of the query's information content, relative to the best part. */
const LEAST_INFORMATION = 0.62;
/** What answers questions for amounts, and how much more it counts for them. */
const LIMITS = addressOf('limits');
const LIMITS_FACTOR = 4;

type Scores = Map<number, number>;

/** A search over the documentation, which reads its index once. It returns the last page for one that there is not. */
export function docsFinder({
  parts,
  terms,
  words: indexed,
}: DocsIndex): (text: string, page?: number) => DocsSearchResult {
  const postings = new Map(terms);
  const corrected = queryCorrector({
    words: [...indexed, ...listedWords],
    has: (term) => postings.has(term) || relatedTo(term).length > 0,
    hasBeginning: ({ term, folded }) =>
      [...postings.keys()].some((one) => one.startsWith(term) || one.startsWith(folded)),
  });
  const positionsOfNames = namesOf(parts);
  const isOfLimits = (position: number): boolean => parts[position]!.address.split('#')[0] === LIMITS;

  /** Returns whether a part has most of the query's information content: rare words have more than those of many parts. */
  function informed(scores: readonly Scores[]): (position: number) => boolean {
    const weights = scores.map(({ size }) => (size === 0 ? 0 : Math.log(1 + parts.length / size)));
    const informationOf = (position: number) =>
      scores.reduce((sum, its, at) => sum + (its.has(position) ? weights[at]! : 0), 0);
    const most = Math.max(...scores.flatMap((its) => [...its.keys()]).map(informationOf));
    return (position) => informationOf(position) >= most * LEAST_INFORMATION;
  }

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

  function ofWord({ term, folded }: Word, open: boolean, isExact: boolean): Scores {
    const longer = open
      ? [...postings.keys()].filter((one) => one.startsWith(term) || one.startsWith(folded))
      : [];
    const others = isExact ? [] : relatedTo(term);
    const longerFactor = postings.has(term) ? BEGINNING_FACTOR : UNFINISHED_FACTOR;
    return bestOf([
      scoresOf(term),
      ...longer.map((one) => lowered(scoresOf(one), longerFactor)),
      ...others.map((one) => lowered(scoresOf(one), RELATED_FACTOR)),
    ]);
  }

  function ofGroup({ words, parts: ownParts, open, quoted }: QueryGroup, isExact: boolean): Scores {
    const whole = allOf(
      words.map((word, position) => ofWord(word, open && position === words.length - 1, isExact || quoted)),
    );
    if (quoted && words.length > 1) return kept(whole, (position) => hasPhrase(position, words));
    const inParts = allOf(ownParts.map((part) => ofWord(part, false, isExact)));
    return ownParts.length === 0 ? whole : bestOf([whole, lowered(inParts, BEGINNING_FACTOR)]);
  }

  return (text, wanted = 1) => {
    const searched = corrected(text);
    const { groups, excluded } = readable(searched);
    const without = new Set(excluded.flatMap((group) => [...ofGroup(group, true).keys()]));
    const scores = groups.map((group) => ofGroup(group, false));
    const named = positionsOfNames(searched);
    const asked = asksForAmount(text) ? raised(byCoverage(scores), isOfLimits) : byCoverage(scores);
    const isInformed = informed(scores);
    const sorted = [...asked]
      .filter(([position]) => !without.has(position))
      .sort(([one, its], [other, others]) => others - its || one - other);
    const best = sorted[0]?.[1] ?? 0;
    const good = sorted.filter(
      ([position, score]) => score >= best * (isInformed(position) ? LEAST_FACTOR : LEAST_UNINFORMED_FACTOR),
    );
    const ranked = [
      ...named.flatMap((position) => sorted.filter(([one]) => one === position)),
      ...good.filter(([position]) => !named.includes(position)),
    ];
    const words = groups.flatMap((group) => group.words);
    const pages = Math.max(1, Math.ceil(ranked.length / PAGE_RESULTS));
    const page = Math.min(wanted, pages);
    const shown = ranked.slice((page - 1) * PAGE_RESULTS, page * PAGE_RESULTS);
    return {
      parts: shown.map(([position]) => parts[position]!),
      page,
      pages,
      relatedTerms: words.flatMap(({ term }) => relatedTo(term)),
      searched,
      total: ranked.length,
    };
  };
}

/** Words that the names of operations lack. */
const ARTICLES = /\b(?:all|an?|the|my|of|by|for|in)\b/gi;

/** Returns a function that finds the operation whose name begins a query, the one with most words of it: `list stories by status`. */
function namesOf(parts: readonly DocsPart[]): (text: string) => number[] {
  const names = parts.flatMap(({ address }, position) => {
    const [, name] = /^\/docs\/[^/#]+\/(\w+)$/.exec(address) ?? [];
    return name === undefined ? [] : [{ position, terms: wordPartsOf(name).map(({ term }) => term) }];
  });
  return (text) => {
    const words = termsOf(text.replaceAll(ARTICLES, ' '));
    const begins = (terms: readonly string[]) =>
      terms.length > 1 && terms.every((term, at) => isNamed(words[at], term));
    const found = names.filter(({ terms }) => begins(terms));
    const most = Math.max(...found.map(({ terms }) => terms.length));
    return found.filter(({ terms }) => terms.length === most).map(({ position }) => position);
  };
}

const isNamed = (word: string | undefined, term: string): boolean =>
  word !== undefined && (word === term || (others().get(word)?.includes(term) ?? false));

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

const asksForAmount = (text: string): boolean =>
  /\b(?:how (?:many|much|large|big)|max(?:imum)?|at most)\b/i.test(text);

const raised = (scores: Scores, isRaised: (position: number) => boolean): Scores =>
  new Map(
    [...scores].map(([position, score]) => [position, isRaised(position) ? score * LIMITS_FACTOR : score]),
  );

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
