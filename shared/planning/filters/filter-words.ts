import { findEnumValue } from '../../kernel/core/enum-words.ts';
import { nameKey } from '../../kernel/core/name-key.ts';
import { didYouMean } from '../../kernel/core/nearest.ts';
import { priorities } from '../../kernel/core/priority.ts';
import { statusCategories } from '../../kernel/core/status-category.ts';
import type { FilterValue, FilterWord } from './filter-expression.ts';
import { foreignFlags, isFieldKey } from './filter-keys.ts';
import { findNames, findStoriesByReference, type NamedThing, type NameSearch } from './filter-names.ts';
import { filterProblem } from './filter-problem.ts';
import { estimateRange, rangeOf } from './filter-ranges.ts';
import { storySorts, type FieldSortText, type StorySort } from '../story/story-order.ts';

/** Parameters of listStories; also those that only a filter has, such as `estimate` and `undated`. */
export type Parameters = Record<string, unknown>;

/** A condition of a filter, with what its words mean. */
export type ResolvedCondition =
  | { all: readonly ResolvedCondition[] }
  | { any: readonly ResolvedCondition[] }
  | { not: ResolvedCondition }
  | { parameters: Parameters }
  | { ids: readonly string[] }
  | { teamIds: readonly string[] }
  | { q: string };

/** By names that people write, so that no object's own members are among them. */
const flags = new Map<string, Parameters>(
  Object.entries({
    blocked: { blocked: true },
    unblocked: { blocked: false },
    claimed: { claimed: true },
    unclaimed: { claimed: false },
    overdue: { overdue: true },
    unassigned: { assigneeId: ['none'] },
    archived: { archived: 'only' },
    ranked: { ranked: true },
    open: { statusCategory: ['backlog', 'unstarted', 'started'] },
    done: { statusCategory: ['completed'] },
  }),
);

/** What people write for the fields of an order, besides their names. */
const sortWords: ReadonlyMap<string, string> = new Map([
  ['due', 'endDate'],
  ['duedate', 'endDate'],
  ['created', 'createdAt'],
  ['updated', 'updatedAt'],
  ['completed', 'completedAt'],
  ['estimate', 'estimateValue'],
]);

/** The `sort` that a word means, as the filter language understands it; undefined for one that means none. */
export function sortNamed(value: string): StorySort | undefined {
  const [, minus, word] = /^(-?)(.*)$/s.exec(value)!;
  const wanted = `${minus!}${sortWords.get(word!.toLowerCase()) ?? word!}`;
  return storySorts.find((sort) => sort.toLowerCase() === wanted.toLowerCase());
}

const isFieldSort = (value: string): boolean => /^-?cf\.[a-z][a-z0-9_]*$/i.test(value);

/** The order that the values of `sort:` mean. Throws a 400 for one that does not exist. */
export function sortsOf(values: readonly string[]): (StorySort | FieldSortText)[] {
  const sorts = values.map((value) => {
    if (isFieldSort(value)) return value.toLowerCase() as FieldSortText;
    return sortNamed(value) ?? unknown('sort', value, storySorts);
  });
  const fields = new Set(sorts.map((sort) => sort.replace(/^-/, '')));
  if (fields.size < sorts.length) throw filterProblem('sorts by the same field twice');
  if (sorts.length > 1 && fields.has('relevance')) {
    throw filterProblem('sorts by relevance and by another field; choose one');
  }
  return sorts;
}

/** The parameter of each word that takes names. */
const parameters = {
  status: 'statusId',
  assignee: 'assigneeId',
  reporter: 'reporterId',
  label: 'labelId',
  sprint: 'sprintId',
  objective: 'objectiveId',
  parent: 'parentId',
  claimedBy: 'claimedBy',
  commentedBy: 'commentedBy',
  team: 'teamId',
} as const;
type NameKey = keyof typeof parameters;
const isNameKey = (key: string): key is NameKey => Object.hasOwn(parameters, key);

/** The words that mean something else than a name, for keys whose things can be missing or are people. */
const specialWords: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    assignee: ['me', 'none'],
    reporter: ['me'],
    label: ['none'],
    sprint: ['none'],
    objective: ['none'],
    parent: ['none'],
    claimedBy: ['me', 'none'],
    commentedBy: ['me'],
  }),
);

const ofPeople: ReadonlySet<string> = new Set(['assignee', 'reporter', 'claimedBy', 'commentedBy']);

const CURRENT = 'current';

/**
 * What a word means whose values are the same for everyone; undefined for one that takes names. Throws a 400 for a value
 * that it does not know, with those that it knows.
 */
export function fixedMeaning({ key, values }: FilterWord, now: Date): ResolvedCondition | undefined {
  // The parser has taken `sort:` out.
  if (isFieldKey(key) || isNameKey(key) || key === 'sort') return undefined;
  const texts = values.map(({ text }) => text);
  switch (key) {
    case 'is':
      return either(texts.map(flagOf));
    case 'has':
      return either(
        texts.map((text) => ({ has: findEnumValue(contents, text) ?? unknown(key, text, contents) })),
      );
    case 'priority':
      return { parameters: { priority: texts.map((text) => enumValue(key, text, priorities)) } };
    case 'category':
      return { parameters: { statusCategory: texts.map((text) => enumValue(key, text, statusCategories)) } };
    case 'estimate':
      return { parameters: { estimate: texts.map(estimateRange) } };
    case 'due':
    case 'created':
    case 'updated':
    case 'completed':
      return { parameters: datesOf(key, texts, now) };
  }
}

/** What the words of one filter mean; the names of each kind are read once. */
export class WordMeanings {
  readonly #search: NameSearch;
  readonly #names = new Map<NameKey, Promise<NamedThing[]>>();

  constructor(search: NameSearch) {
    this.#search = search;
  }

  /** Throws a 400 for a value that the word does not know, with those that it knows. */
  async of(word: FilterWord): Promise<ResolvedCondition> {
    const { key, values } = word;
    if (isFieldKey(key)) return { parameters: { cf: { [key.slice('cf.'.length)]: values } } };
    const fixed = fixedMeaning(word, this.#search.now);
    if (fixed) return fixed;
    if (key === 'team') return { teamIds: await this.#idsOf(key, values) };
    return isNameKey(key)
      ? { parameters: { [parameters[key]]: await this.#idsOf(key, values) } }
      : { all: [] };
  }

  /** The ids that names mean, and the special words among them. */
  async #idsOf(key: NameKey, values: readonly FilterValue[]): Promise<string[]> {
    const special = specialWords.get(key) ?? [];
    const isSpecial = ({ text, quoted }: FilterValue) => !quoted && special.includes(text.toLowerCase());
    const named = values.every(isSpecial) ? [] : await this.#namedBy(key, values);
    return values.flatMap((value) => {
      const { text, quoted } = value;
      if (isSpecial(value)) return [text.toLowerCase()];
      if (key === 'sprint' && !quoted && text.toLowerCase() === CURRENT)
        return named.filter(({ phase }) => phase === 'running').map(({ id }) => id);
      const wanted = nameKey(text);
      const found = named.filter(
        ({ id, names }) => (!quoted && id === wanted) || names.some(isCalled(wanted)),
      );
      const matches = found.length === 0 && ofPeople.has(key) ? onlyOneCalled(wanted, named) : found;
      if (matches.length > 0) return matches.map(({ id }) => id);
      const known = named.flatMap(({ names }) => names.filter((name) => name !== null));
      return unknown(key, text, [...new Set(known)]);
    });
  }

  async #namedBy(key: NameKey, values: readonly FilterValue[]): Promise<NamedThing[]> {
    if (key === 'parent') {
      return await findStoriesByReference(
        values.map(({ text }) => text),
        this.#search,
      );
    }
    const found = this.#names.get(key) ?? findNames(key, this.#search);
    this.#names.set(key, found);
    return await found;
  }
}

/** What `has:` takes. */
const contents = ['comment', 'attachment', 'link'] as const;
export type StoryContent = (typeof contents)[number];

/** Any of several conditions, as commas between values mean. */
function either(conditions: readonly Parameters[]): ResolvedCondition {
  const [first, ...others] = conditions.map((one) => ({ parameters: one }));
  return others.length === 0 ? first! : { any: [first!, ...others] };
}

function flagOf(text: string): Parameters {
  const flag = flags.get(text.toLowerCase());
  if (flag) return flag;
  const instead = foreignFlags.get(text.toLowerCase().replaceAll(/[\s-]/g, '_'));
  if (instead !== undefined) throw filterProblem(`has the unknown word is:${text}; write ${instead}`);
  throw filterProblem(`has the unknown word is:${text}; ${didYouMean(text, [...flags.keys()])}`);
}

const enumValue = <T extends string>(key: string, text: string, known: readonly T[]): T =>
  findEnumValue(known, text) ?? unknown(key, text, known);

function datesOf(
  key: 'due' | 'created' | 'updated' | 'completed',
  texts: readonly string[],
  now: Date,
): Parameters {
  const isNone = texts.length === 1 && texts[0]!.toLowerCase() === 'none';
  if (isNone && key === 'due') return { undated: true };
  if (isNone && key === 'completed') return { uncompleted: true };
  const { since, before } = rangeOf({ key, values: texts }, now);
  return {
    ...(since === undefined ? {} : { [`${key}Since`]: since }),
    ...(before === undefined ? {} : { [`${key}Before`]: before }),
  };
}

const isCalled =
  (wanted: string) =>
  (name: string | null): boolean =>
    name !== null && nameKey(name) === wanted;

/** The person of whose name a text is a word, such as the first name, if it is only one. */
function onlyOneCalled(wanted: string, all: readonly NamedThing[]): NamedThing[] {
  const called = all.filter(({ names }) =>
    names.some((name) => name !== null && nameKey(name).split(' ').includes(wanted)),
  );
  return called.length === 1 ? called : [];
}

function unknown(key: string, value: string, known: readonly string[]): never {
  throw filterProblem(`has the unknown ${key} ${JSON.stringify(value)}; ${didYouMean(value, known)}`);
}
