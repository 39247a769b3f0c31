import type { TextQuery } from '../words/text-query.ts';
import { wordsOf, partsOf } from '../words/words.ts';
import { allOf, allRelated, anyOf, excludedBy, matchGroups, type GroupMatch } from './match.ts';
import type { ReadModel } from './read-model.ts';
import type { Comparisons } from './spelling.ts';
import type { SqlValue } from './sqlite.ts';

/** A document that a query found. */
interface Ranked {
  id: string;
  /** Higher is better; comparable between models. */
  score: number;
  /** The share of the query's words that it has; a related word counts half. */
  covered: number;
}

/** Further conditions on documents, in SQL, with the values of its parameters. */
export interface SearchCondition {
  sql: string;
  values: readonly SqlValue[];
}

const NO_CONDITION: SearchCondition = { sql: 'TRUE', values: [] };

/** How much a word counts in the title, in the other texts and as a part of a compound word. */
const WEIGHTS = [6, 1, 1.5];
const BM25 = `bm25(words, ${WEIGHTS.join(', ')})`;

/** Documents that are ranked exactly: the best of those with all words, and of those with some. */
const CANDIDATES = 150;
/** How much a related word counts, as a share of the word itself. */
const RELATED = 0.5;
/** Documents with all words come before those with some, unless they are much better otherwise. */
const COVERAGE_POWER = 2;

interface Candidate {
  number: number;
  id: string;
  reference: string | null;
  title: string;
  score: number;
  /** The share of the query that it has. */
  covered: number;
}

/** How much of a query a document must have: all of it as written, all of it or related words, or any part. */
export type Level = 'all' | 'related' | 'any';

/** Returns the documents of a model that fit a query best, best first. */
export function rank(
  model: ReadModel,
  query: TextQuery,
  { condition = NO_CONDITION, level, limit }: { condition?: SearchCondition; level: Level; limit: number },
): Ranked[] {
  const groups = matchGroups(model, query);
  if (groups.length === 0) return [];
  const find = (expression: string) =>
    findCandidates(model, query, condition, expression, Math.max(CANDIDATES, limit));
  const candidates = find(allOf(groups));
  // Those that lack a word stand behind them.
  if (level !== 'all' && candidates.size < limit) {
    const wider = level === 'any' ? anyOf(distinctive(model, groups)) : levels[level](groups);
    for (const [number, candidate] of find(wider)) candidates.set(number, candidate);
  }
  const numbers = JSON.stringify([...candidates.keys()]);
  for (const { exact, related } of groups) {
    const written = scores(model, exact, numbers);
    const close = related === undefined ? new Map<number, number>() : scores(model, related, numbers);
    for (const [number, candidate] of candidates) {
      const [one, other] = [written.get(number) ?? 0, (close.get(number) ?? 0) * RELATED];
      candidate.score += Math.max(one, other);
      candidate.covered += (one > 0 ? 1 : other > 0 ? RELATED : 0) / groups.length;
    }
  }
  const terms = query.groups.flatMap(({ words }) => words.map(({ term }) => term));
  return [...candidates.values()]
    .map(({ id, reference, title, score, covered }) => ({
      id,
      covered,
      score:
        score *
        covered ** COVERAGE_POWER *
        titleFactor(title, terms) *
        (isNamed(reference, query) ? REFERENCE_FACTOR : 1),
    }))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1))
    .slice(0, limit);
}

/** SQL that documents fulfil that have a query's words. */
export function textCondition(
  model: ReadModel,
  query: TextQuery,
  level: Level,
  comparisons: Comparisons,
): SearchCondition {
  const groups = matchGroups(model, query, comparisons);
  const parts: SearchCondition[] = [];
  if (groups.length > 0) parts.push({ sql: FOUND, values: [levels[level](groups)] });
  const excluded = excludedBy(query);
  if (excluded !== undefined) parts.push({ sql: `NOT ${FOUND}`, values: [excluded] });
  if (parts.length === 0) return { sql: 'FALSE', values: [] };
  return { sql: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) };
}

const FOUND = 'document.number IN (SELECT rowid FROM words WHERE words MATCH ?)';

const levels: Record<Level, (groups: readonly GroupMatch[]) => string> = {
  all: allOf,
  related: allRelated,
  any: anyOf,
};

/** A word that occurs in a larger share of the documents does not distinguish them. */
const INFORMATIVE_SHARE_MAX = 0.2;
/** Number of documents that a word may always have: where there are few, none needs to be spared. */
const MIN_INFORMATIVE_TERMS = 200;

/** The groups of a query that distinguish documents; all of them if none does. */
function distinctive(model: ReadModel, groups: readonly GroupMatch[]): readonly GroupMatch[] {
  const documents = countOf(model, 'SELECT count(*) AS count FROM document');
  const most = Math.max(MIN_INFORMATIVE_TERMS, documents * INFORMATIVE_SHARE_MAX);
  const found = groups.filter(({ exact }) => {
    const count = countOf(model, 'SELECT count(*) AS count FROM words WHERE words MATCH ?', exact);
    return count > 0 && count <= most;
  });
  return found.length > 0 ? found : groups;
}

const countOf = (model: ReadModel, sql: string, ...values: string[]): number =>
  model.statement(sql).get(...values)!['count'] as number;

type Row = Pick<Candidate, 'number' | 'id' | 'reference' | 'title'>;

function findCandidates(
  model: ReadModel,
  query: TextQuery,
  condition: SearchCondition,
  expression: string,
  limit: number,
): Map<number, Candidate> {
  const excluded = excludedBy(query);
  const rows = model
    .statement(
      `SELECT document.number, id, reference, document.title
         FROM words JOIN document ON document.number = words.rowid
         WHERE words MATCH ? AND ${condition.sql} ${excluded === undefined ? '' : `AND NOT ${FOUND}`}
         ORDER BY ${BM25} LIMIT ?`,
    )
    .all(
      expression,
      ...condition.values,
      ...(excluded === undefined ? [] : [excluded]),
      limit,
    ) as unknown as Row[];
  return new Map(rows.map((row) => [row.number, { ...row, score: 0, covered: 0 }]));
}

/** How well some documents fit an expression: higher is better. */
function scores(model: ReadModel, expression: string, numbers: string): Map<number, number> {
  const rows = model
    .statement(
      // With the plus, all matches are gone through once; without it, they are searched once for each candidate.
      `SELECT rowid AS number, -${BM25} AS score FROM words
       WHERE words MATCH ? AND +rowid IN (SELECT value FROM json_each(?))`,
    )
    .all(expression, numbers) as { number: number; score: number }[];
  return new Map(rows.map(({ number, score }) => [number, Math.max(score, MIN_SCORE)]));
}

/** A word that nearly all documents have counts a little too. */
const MIN_SCORE = 0.01;

/** Whether a query is the reference of a document. */
const isNamed = (reference: string | null, { text }: TextQuery): boolean =>
  reference !== null && text.trim().toUpperCase() === reference.toUpperCase();

/** What is named comes first. */
const REFERENCE_FACTOR = 100;

/** A title that consists of the query's words, or has them in their order, is what someone remembers. */
function titleFactor(title: string, terms: readonly string[]): number {
  const words = wordsOf(title).map(({ term }) => term);
  const all = new Set([...words, ...partsOf(title).map(({ term }) => term)]);
  const found = terms.filter((term) => all.has(term)).length / terms.length;
  const inOrder = terms.length > 1 && ` ${words.join(' ')} `.includes(` ${terms.join(' ')} `);
  const share = words.length === 0 ? 0 : Math.min(1, terms.length / words.length);
  return 1 + found * found * (0.5 + 0.5 * share) + (inOrder ? 0.5 : 0);
}
