import type { QueryGroup, TextQuery } from '../words/text-query.ts';
import type { Word } from '../words/words.ts';
import { synonymsOf } from '../words/synonyms.ts';
import type { ReadModel } from './read-model.ts';
import { closestTerms, isKnown, newComparisons, type Comparisons } from './spelling.ts';

/** A group of a query as FTS5 expressions; every term is quoted, so that none is read as an operator. */
export interface GroupMatch {
  /** Finds the group as it was written. */
  exact: string;
  /**
   * Finds words that mean about the same, or those that were probably meant by one that does not occur; undefined if
   * there are none.
   */
  related: string | undefined;
  /** The terms that it finds instead of those that were written. */
  relatedTerms: readonly string[];
}

const quoted = (terms: readonly string[]): string => `"${terms.join(' ').replaceAll('"', '""')}"`;

/** The expressions of the queries that are being answered: looking for typing errors is most of their cost. */
const matched = new WeakMap<TextQuery, WeakMap<ReadModel, GroupMatch[]>>();

/** The expressions of a query's groups for one model; several queries of a request share their comparisons. */
export function matchGroups(
  model: ReadModel,
  query: TextQuery,
  comparisons: Comparisons = newComparisons(),
): GroupMatch[] {
  const ofQuery = matched.get(query) ?? new WeakMap<ReadModel, GroupMatch[]>();
  matched.set(query, ofQuery);
  const found = ofQuery.get(model) ?? query.groups.map((group) => matchGroup(model, group, comparisons));
  ofQuery.set(model, found);
  return found;
}

function matchGroup(model: ReadModel, group: QueryGroup, comparisons: Comparisons): GroupMatch {
  const exact = asWritten(group);
  const terms = group.words.map(({ term }) => term);
  if (group.quoted) return { exact, related: undefined, relatedTerms: [] };
  if (group.parts.length > 0) {
    const related = asWritten({ ...group, words: group.parts });
    return { exact, related, relatedTerms: group.parts.map(({ term }) => term) };
  }
  // The parts of an identifier may be separated.
  if (terms.length > 1) {
    return { exact, related: terms.map((term) => quoted([term])).join(' AND '), relatedTerms: [] };
  }
  const [{ term, folded }] = group.words as [Word];
  const known = isKnown(model, term, group.open) || isKnown(model, folded, group.open);
  const close = known ? [] : correctionsOf(model, term, folded, comparisons);
  const others = [...synonymsOf(term), ...close];
  const related = others.length === 0 ? undefined : others.map((one) => quoted([one])).join(' OR ');
  return { exact, related, relatedTerms: others };
}

/** What was probably meant by a word that does not occur: its error may be in what looks like an ending, as in "calender". */
function correctionsOf(model: ReadModel, term: string, folded: string, comparisons: Comparisons): string[] {
  const close = closestTerms(model, term, comparisons);
  return close.length > 0 || folded === term ? close : closestTerms(model, folded, comparisons);
}

/** The expression for a group of words as it was written; an open one also finds longer words. */
function asWritten({ words, open }: QueryGroup): string {
  const terms = words.map(({ term }) => term);
  const last = words.at(-1)!;
  if (!open) return quoted(terms);
  const before = terms.slice(0, -1);
  const endings = [...new Set([last.term, last.folded])].map((term) => `${quoted([...before, term])} *`);
  return endings.join(' OR ');
}

/** Finds what a query excludes; undefined if it excludes nothing. */
export const excludedBy = ({ excluded }: TextQuery): string | undefined =>
  excluded.length === 0 ? undefined : excluded.map((group) => `(${asWritten(group)})`).join(' OR ');

/** Finds documents that contain all groups as they were written. */
export const allOf = (groups: readonly GroupMatch[]): string =>
  groups.map(({ exact }) => `(${exact})`).join(' AND ');

/** Finds documents that contain all groups, or for some of them only related words. */
export const allRelated = (groups: readonly GroupMatch[]): string => groups.map(withRelated).join(' AND ');

/** Finds documents that contain at least one group or a related word. */
export const anyOf = (groups: readonly GroupMatch[]): string => groups.map(withRelated).join(' OR ');

const withRelated = ({ exact, related }: GroupMatch): string =>
  related === undefined ? `(${exact})` : `((${exact}) OR (${related}))`;

/** The terms that are found in place of a query's own, for highlights. */
export const relatedTermsOf = (model: ReadModel, query: TextQuery): string[] =>
  matchGroups(model, query).flatMap(({ relatedTerms }) => relatedTerms);
