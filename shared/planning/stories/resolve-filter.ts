import type { OperationContext } from '../../kernel/core/call.ts';
import { parseTextQuery } from '../../kernel/words/text-query.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import type { ApiError } from '../../kernel/core/errors.ts';
import type { FilterExpression, FilterWord } from '../filters/filter-expression.ts';
import { isFieldKey } from '../filters/filter-keys.ts';
import { REFERENCE } from '../story/find-by-reference.ts';
import { findStoriesByReference, type NameSearch } from '../filters/filter-names.ts';
import { filterProblem } from '../filters/filter-problem.ts';
import { contradiction, parseFilter, repeatedWord } from '../filters/filter-language.ts';
import { sortsOf, WordMeanings, type Parameters, type ResolvedCondition } from '../filters/filter-words.ts';
import type { FieldSortText, StorySort } from '../story/story-order.ts';

/** What a filter for people says. */
export interface ResolvedFilter {
  /** The parameters that all stories must fit, each once. */
  query: Parameters;
  /** The other conditions, which must be met too. */
  conditions: readonly ResolvedCondition[];
  sort: readonly (StorySort | FieldSortText)[] | undefined;
}

/** The words that can be said several times, since a story can meet all of them. */
const repeatable: ReadonlySet<string> = new Set([
  'has',
  'label',
  'commentedBy',
  'estimate',
  'due',
  'created',
  'updated',
  'completed',
]);

/**
 * Resolves a filter for people; names are those of the team, if one is passed. Throws a 400 that names what it does not
 * know.
 */
export async function resolveFilter(
  text: string,
  teamId: string | undefined,
  call: Pick<OperationContext, 'caller' | 'read' | 'now' | 'setting'>,
): Promise<ResolvedFilter> {
  const { expression, sort } = parseFilter(text);
  const search = { ...call, teams: listedTeams(call.caller, teamId) };
  const meanings = { words: new WordMeanings(search), stories: await storiesNamedIn(expression, search) };
  const said: SaidCondition[] = [];
  for (const part of partsOf(expression)) said.push({ part, condition: await resolve(part, meanings) });
  const { query, conditions } = combined(said);
  return {
    ...withArchived(query, conditions),
    sort: sort && sortsOf(sort),
  };
}

/** A condition that all stories must meet, and the part of the filter that says it. */
interface SaidCondition {
  part: FilterExpression;
  condition: ResolvedCondition;
}

/** What all stories must meet, part by part. */
export const partsOf = (expression: FilterExpression | undefined): readonly FilterExpression[] =>
  expression === undefined ? [] : 'all' in expression ? expression.all : [expression];

/** Conditions as parameters, as far as each is said once. Throws a 400 for two that no story can meet. */
export function combined(said: readonly SaidCondition[]): Pick<ResolvedFilter, 'query' | 'conditions'> {
  const query: Parameters = {};
  const conditions: ResolvedCondition[] = [];
  for (const { part, condition } of said) {
    const parameters = demandedBy(condition);
    const isRepeated = 'word' in part && isRepeatable(part.word);
    if (parameters === undefined) conditions.push(condition);
    else if (fits(query, parameters)) addTo(query, parameters);
    else if (isRepeated || overlaps(query, parameters)) conditions.push(condition);
    else throw contradictory(part, said);
  }
  return { query, conditions };
}

const isRepeatable = ({ key }: FilterWord): boolean => repeatable.has(key) || isFieldKey(key);

/** Whether a story can have both: parameters that are the same, or lists of values that share some. */
const overlaps = (query: Parameters, parameters: Parameters): boolean =>
  Object.entries(parameters).every(([name, value]) => {
    const known = query[name];
    if (known === undefined || known === value) return true;
    return Array.isArray(known) && Array.isArray(value) && value.some((one) => known.includes(one));
  });

function contradictory(part: FilterExpression, said: readonly SaidCondition[]): ApiError {
  const key = 'word' in part ? part.word.key : 'is';
  const times = said.filter((one) => 'word' in one.part && one.part.word.key === key).length;
  return times > 1 ? repeatedWord(key) : contradiction(key);
}

/** Flags whose opposite is a parameter too. */
const invertible: readonly string[] = ['blocked', 'claimed', 'overdue'];

/** The parameters that a condition is the same as; undefined if there are none. */
function demandedBy(condition: ResolvedCondition): Parameters | undefined {
  if ('parameters' in condition) return condition.parameters;
  // Relevance orders what has words, not what lacks some.
  if ('q' in condition && parseTextQuery(condition.q).groups.length > 0) return { q: condition.q };
  if ('teamIds' in condition && condition.teamIds.length === 1) return { teamId: condition.teamIds[0] };
  if (!('not' in condition) || !('parameters' in condition.not)) return undefined;
  const [[name, value]] = Object.entries(condition.not.parameters) as [[string, unknown]];
  if (invertible.includes(name)) return { [name]: value !== true };
  return name === 'archived' ? { archived: 'exclude' } : undefined;
}

/** Whether a query does not have any of some parameters yet; of custom fields, the same field. */
const fits = (query: Parameters, parameters: Parameters): boolean =>
  Object.entries(parameters).every(([name, value]) =>
    name === 'cf' && query['cf'] !== undefined
      ? fits(query['cf'] as Parameters, value as Parameters)
      : !Object.hasOwn(query, name),
  );

function addTo(query: Parameters, { cf, ...parameters }: Parameters): void {
  Object.assign(query, parameters);
  if (cf !== undefined) query['cf'] = { ...(query['cf'] as object | undefined), ...(cf as object) };
}

/** What the words and references of a filter mean. */
interface Meanings {
  words: WordMeanings;
  /** The ids of stories by their references, in upper case. */
  stories: ReadonlyMap<string, string>;
}

/**
 * The stories that texts name by reference. One reference that is all that there is to a filter is searched for like other
 * texts: it may be the beginning of what someone is typing.
 */
async function storiesNamedIn(
  expression: FilterExpression | undefined,
  search: NameSearch,
): Promise<Meanings['stories']> {
  if (expression === undefined) return new Map();
  const named = textsIn(expression).map(referencesIn);
  if ('text' in expression && named[0]!.length < 2) return new Map();
  const references = new Set(named.flat());
  if (references.size === 0) return new Map();
  if (references.size > REFERENCES_MAX) {
    throw filterProblem(`has more than ${REFERENCES_MAX} references; send them in several requests`);
  }
  const found = await findStoriesByReference([...references], search);
  return new Map(found.map(({ id, names: [name] }) => [name!, id]));
}

/** Each costs up to two reads. */
const REFERENCES_MAX = 100;

/** The references that a text consists of, in upper case; none if it says anything else too. */
function referencesIn(text: string): string[] {
  const words = text.split(/[\s,;、，；]+/).filter((word) => word !== '' && !/^(?:and|or)$/i.test(word));
  const references = words.map((word) => word.replace(/^#/, ''));
  return references.every((word) => REFERENCE.test(word)) ? references.map((word) => word.toUpperCase()) : [];
}

/**
 * What a text means: any of the stories whose references it consists of, or else what has its words. Throws a 400 for a
 * reference of a known team to which no story answers next to one that names a story.
 */
function meaningOfText(text: string, stories: Meanings['stories']): ResolvedCondition {
  const references = referencesIn(text);
  const ids = references.flatMap((reference) => stories.get(reference) ?? []);
  if (ids.length === 0) return { q: text };
  const unknown = references.filter((reference) => !stories.has(reference));
  if (unknown.length === 0) return { ids };
  const codes = new Set([...stories.keys()].map(codeOf));
  const lost = unknown.find((reference) => codes.has(codeOf(reference)));
  // What only looks like a reference, such as UTF-8, is searched for.
  if (lost === undefined) return { q: text };
  throw filterProblem(`has the unknown story ${lost}; leave it out`);
}

const codeOf = (reference: string): string => reference.split('-')[0]!;

function textsIn(expression: FilterExpression): string[] {
  if ('text' in expression) return [expression.text];
  if ('not' in expression) return textsIn(expression.not);
  if ('word' in expression) return [];
  return ('all' in expression ? expression.all : expression.any).flatMap(textsIn);
}

async function resolve(expression: FilterExpression, meanings: Meanings): Promise<ResolvedCondition> {
  if ('text' in expression) return meaningOfText(expression.text, meanings.stories);
  if ('not' in expression) return { not: await resolve(expression.not, meanings) };
  if ('all' in expression) return { all: await resolveEach(expression.all, meanings) };
  if ('any' in expression) return { any: await resolveEach(expression.any, meanings) };
  return await meanings.words.of(expression.word);
}

const resolveEach = async (
  parts: readonly FilterExpression[],
  meanings: Meanings,
): Promise<ResolvedCondition[]> => await Promise.all(parts.map((part) => resolve(part, meanings)));

/**
 * Archived stories are found only where a filter says so: in alternatives that do not, they are left out. What all
 * stories must fit decides for the whole.
 */
function withArchived(
  query: Parameters,
  conditions: readonly ResolvedCondition[],
): Pick<ResolvedFilter, 'query' | 'conditions'> {
  if (query['archived'] !== undefined || !conditions.some(saysArchived)) return { query, conditions };
  return {
    query: { ...query, archived: 'include' },
    conditions: conditions.map((one) => (saysArchived(one) ? withoutUnsaidArchived(one) : one)),
  };
}

function saysArchived(condition: ResolvedCondition): boolean {
  if ('not' in condition) return saysArchived(condition.not);
  if ('parameters' in condition) return condition.parameters['archived'] !== undefined;
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [];
  return parts.some(saysArchived);
}

const notArchived: ResolvedCondition = { not: { parameters: { archived: 'only' } } };

function withoutUnsaidArchived(condition: ResolvedCondition): ResolvedCondition {
  if (!saysArchived(condition)) return { all: [condition, notArchived] };
  if ('any' in condition) return { any: condition.any.map(withoutUnsaidArchived) };
  if (!('all' in condition)) return condition;
  return { all: condition.all.map((one) => (saysArchived(one) ? withoutUnsaidArchived(one) : one)) };
}
