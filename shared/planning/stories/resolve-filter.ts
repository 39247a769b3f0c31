import type { OperationContext } from '../../kernel/core/call.ts';
import { findEnumValue } from '../../kernel/core/enum-words.ts';
import { didYouMean } from '../../kernel/core/nearest.ts';
import { priorities } from '../../kernel/core/priority.ts';
import { statusCategories } from '../../kernel/core/status-category.ts';
import { listedTeams } from '../../identity/teams/team-access.ts';
import { estimateRange, isFieldKey, parseFilter, rangeOf, type FilterWord } from './filter-language.ts';
import { filterProblem } from './filter-problem.ts';
import { findNames, findStoriesByReference, type NameSearch } from './filter-names.ts';
import { storySorts, type FieldSortText, type StorySort } from './story-order.ts';

type Parameters = Record<string, unknown>;

/** What a filter for people says. */
export interface ResolvedFilter {
  /** Parameters of listStories; also those that only a filter has: `estimate`, `undated`, `uncompleted`. */
  query: Parameters;
  /** Parameters of the stories that are not wanted, for each word with a - in front. */
  without: Parameters[];
  withoutTeams: string[];
  sort: readonly (StorySort | FieldSortText)[] | undefined;
}

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
    open: { statusCategory: ['backlog', 'unstarted', 'started'] },
    done: { statusCategory: ['completed'] },
  }),
);

/** What people write for the fields of an order, besides their names. */
const sortWords: ReadonlyMap<string, string> = new Map([
  ['due', 'endDate'],
  ['created', 'createdAt'],
  ['updated', 'updatedAt'],
  ['estimate', 'estimateValue'],
]);

/**
 * Resolves a filter for people; names are those of the team, if one is passed. Throws a 400 that names what it does not
 * know.
 */
export async function resolveFilter(
  text: string,
  teamId: string | undefined,
  call: Pick<OperationContext, 'caller' | 'read' | 'now'>,
): Promise<ResolvedFilter> {
  const { words, q } = parseFilter(text);
  const search = { ...call, teams: listedTeams(call.caller, teamId) };
  const resolved: ResolvedFilter = {
    query: q === undefined ? {} : { q },
    without: [],
    withoutTeams: [],
    sort: undefined,
  };
  const add = (key: string, parameters: Parameters) => {
    for (const [name, value] of Object.entries(parameters)) {
      if (Object.hasOwn(resolved.query, name)) throw repeated(key);
      resolved.query[name] = value;
    }
  };
  for (const { key, negated, values } of words) {
    if (key === 'sort') {
      if (resolved.sort) throw repeated(key);
      resolved.sort = sortsOf(values);
    } else if (key === 'is') {
      if (!negated) add(key, flagsOf(values));
      else for (const value of values) excludeFlag(flagOf(value), resolved, add);
    } else if (isFieldKey(key)) {
      addField(resolved, { key, negated, values });
    } else if (!negated) {
      add(key, await parametersOf(key, values, search));
    } else if (key === 'team') {
      resolved.withoutTeams.push(...(await idsOf(key, values, search)));
    } else {
      resolved.without.push(await parametersOf(key, values, search));
    }
  }
  return resolved;
}

const repeated = (key: string) => filterProblem(`says ${key}: more than once; put commas between its values`);

/** Adds a word about a custom field, which is looked up with those of the query. */
function addField({ query, without }: ResolvedFilter, { key, negated, values }: FilterWord) {
  const name = key.slice('cf.'.length);
  const fields = (query['cf'] ?? {}) as Record<string, readonly string[]>;
  if (negated) without.push({ cf: { [name]: values } });
  else if (Object.hasOwn(fields, name)) throw repeated(key);
  else query['cf'] = { ...fields, [name]: values };
}

/** Adds what is true of the stories that a flag does not fit. */
function excludeFlag(
  flag: Parameters,
  { without }: ResolvedFilter,
  add: (key: string, said: Parameters) => void,
) {
  const [[name, meant]] = Object.entries(flag) as [[string, unknown]];
  if (typeof meant === 'boolean') add('is', { [name]: !meant });
  else if (name === 'archived') add('is', { archived: 'exclude' });
  else without.push(flag);
}

const isFieldSort = (value: string): boolean => /^-?cf\.[a-z][a-z0-9_]*$/i.test(value);

function sortsOf(values: readonly string[]): (StorySort | FieldSortText)[] {
  const sorts = values.map((value) => {
    if (isFieldSort(value)) return value.toLowerCase() as FieldSortText;
    const [, minus, word] = /^(-?)(.*)$/s.exec(value)!;
    const wanted = `${minus!}${sortWords.get(word!.toLowerCase()) ?? word!}`;
    return (
      storySorts.find((sort) => sort.toLowerCase() === wanted.toLowerCase()) ??
      unknown('sort', value, storySorts)
    );
  });
  const fields = new Set(sorts.map((sort) => sort.replace(/^-/, '')));
  if (fields.size < sorts.length) throw filterProblem('sorts by the same field twice');
  if (sorts.length > 1 && fields.has('relevance')) {
    throw filterProblem('sorts by relevance and by another field; choose one');
  }
  return sorts;
}

async function parametersOf(
  key: Exclude<FilterWord['key'], 'is' | 'sort' | `cf.${string}`>,
  values: readonly string[],
  search: NameSearch,
): Promise<Parameters> {
  switch (key) {
    case 'priority':
      return {
        priority: values.map((value) => findEnumValue(priorities, value) ?? unknown(key, value, priorities)),
      };
    case 'category':
      return {
        statusCategory: values.map(
          (value) => findEnumValue(statusCategories, value) ?? unknown(key, value, statusCategories),
        ),
      };
    case 'estimate':
      return { estimate: values.map(estimateRange) };
    case 'due':
    case 'created':
    case 'updated':
    case 'completed': {
      const isNone = values.length === 1 && values[0]!.toLowerCase() === 'none';
      if (isNone && key === 'due') return { undated: true };
      if (isNone && key === 'completed') return { uncompleted: true };
      const { since, before } = rangeOf({ key, values }, search.now);
      return {
        ...(since === undefined ? {} : { [`${key}Since`]: since }),
        ...(before === undefined ? {} : { [`${key}Before`]: before }),
      };
    }
    case 'status':
    case 'assignee':
    case 'reporter':
    case 'label':
    case 'sprint':
    case 'objective':
    case 'parent':
    case 'claimedBy':
    case 'team': {
      const ids = await idsOf(key, values, search);
      if (key !== 'team') return { [parameters[key]]: ids };
      if (ids.length !== 1) throw filterProblem('names more than one team');
      return { teamId: ids[0] };
    }
  }
}

/** What any of several flags says: commas mean "or", which only flags of one parameter with several values can mean. */
function flagsOf(values: readonly string[]): Record<string, unknown> {
  const flags = new Map(values.map((value) => [value.toLowerCase(), flagOf(value)]));
  const [first, ...others] = [...flags.values()].flatMap((flag) => Object.entries(flag));
  const [name, meant] = first!;
  if (others.length === 0) return { [name]: meant };
  if (others.some(([other]) => other !== name)) {
    const all = [...flags.keys()].map((flag) => `is:${flag}`).join(' ');
    throw filterProblem(`has is:${values.join(',')}, of which any would do; write ${all} for all of them`);
  }
  if (!Array.isArray(meant)) {
    throw filterProblem(`has is:${values.join(',')}, which cannot be said together`);
  }
  return { [name]: [...new Set([meant, ...others.map(([, value]) => value)].flat())] };
}

function flagOf(value: string): Record<string, unknown> {
  const flag = flags.get(value.toLowerCase());
  if (flag) return flag;
  throw filterProblem(`has the unknown word is:${value}; ${didYouMean(value, [...flags.keys()])}`);
}

const parameters = {
  status: 'statusId',
  assignee: 'assigneeId',
  reporter: 'reporterId',
  label: 'labelId',
  sprint: 'sprintId',
  objective: 'objectiveId',
  parent: 'parentId',
  claimedBy: 'claimedBy',
  team: 'teamId',
} as const;

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
  }),
);

/** The ids that names mean, and the special words among them. */
async function idsOf(
  key: keyof typeof parameters,
  values: readonly string[],
  search: NameSearch,
): Promise<string[]> {
  const special = specialWords.get(key) ?? [];
  const words = values.map((value) => value.toLowerCase());
  const named = words.every((word) => special.includes(word)) ? [] : await namedBy(key, values, search);
  return words.flatMap((wanted, position) => {
    if (special.includes(wanted)) return [wanted];
    if (key === 'sprint' && wanted === 'current')
      return named.filter((one) => one.isCurrent).map(({ id }) => id);
    const found = named.filter(
      ({ id, names }) => id === wanted || names.some((name) => name?.toLowerCase() === wanted),
    );
    const meant = found.length === 0 && ofPeople.has(key) ? onlyOneCalled(wanted, named) : found;
    if (meant.length > 0) return meant.map(({ id }) => id);
    const known = named.flatMap(({ names }) => names.filter((name) => name !== null));
    return unknown(key, values[position]!, [...new Set(known)]);
  });
}

const ofPeople: ReadonlySet<string> = new Set(['assignee', 'reporter', 'claimedBy']);

/** The person of whose name a text is a word, such as the first name, if it is only one. */
function onlyOneCalled<N extends { names: readonly (string | null)[] }>(
  wanted: string,
  all: readonly N[],
): N[] {
  const called = all.filter(({ names }) =>
    names.some((name) => name?.toLowerCase().split(/\s+/).includes(wanted)),
  );
  return called.length === 1 ? called : [];
}

const namedBy = (key: keyof typeof parameters, values: readonly string[], search: NameSearch) =>
  key === 'parent' ? findStoriesByReference(values, search) : findNames(key, search);

function unknown(key: string, value: string, known: readonly string[]): never {
  throw filterProblem(`has the unknown ${key} ${JSON.stringify(value)}; ${didYouMean(value, known)}`);
}
