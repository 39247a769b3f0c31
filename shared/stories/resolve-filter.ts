import type { OperationContext } from '../core/call.ts';
import { findEnumValue } from '../core/enum-words.ts';
import { didYouMean } from '../core/nearest.ts';
import { priorities } from '../core/priority.ts';
import { statusCategories } from '../core/status-category.ts';
import { listedTeams } from '../teams/team-access.ts';
import { filterProblem, onlyValue, parseFilter, rangeOf, type FilterWord } from './filter-language.ts';
import { findNames, findStoriesByReference, type NameSearch } from './filter-names.ts';
import { storySorts } from './story-order.ts';

type Context = NameSearch & Pick<OperationContext, 'now'>;

/** By names that people write, so that no object's own members are among them. */
const flags = new Map<string, Record<string, unknown>>(
  Object.entries({
    blocked: { blocked: true },
    unblocked: { blocked: false },
    overdue: { overdue: true },
    unassigned: { assigneeId: ['none'] },
    archived: { archived: 'only' },
    open: { statusCategory: ['backlog', 'unstarted', 'started'] },
    done: { statusCategory: ['completed'] },
  }),
);

/**
 * The parameters of listStories that a filter for people means; names are those of the team, if one is passed. Throws a
 * 400 that names what it does not know.
 */
export async function resolveFilter(
  text: string,
  teamId: string | undefined,
  call: Pick<OperationContext, 'caller' | 'read' | 'now'>,
): Promise<Record<string, unknown>> {
  const { words, q } = parseFilter(text);
  const context = { ...call, teams: listedTeams(call.caller, teamId) };
  const query: Record<string, unknown> = q === undefined ? {} : { q };
  for (const word of words) {
    for (const [name, value] of Object.entries(await parametersOf(word, context))) {
      if (name in query)
        throw filterProblem(`says ${word.key}: more than once; put commas between its values`);
      query[name] = value;
    }
  }
  return query;
}

async function parametersOf(word: FilterWord, context: Context): Promise<Record<string, unknown>> {
  const { key, values } = word;
  switch (key) {
    case 'is':
      return flagsOf(values);
    case 'sort': {
      const value = onlyValue(key, values);
      return { sort: storySorts.find((sort) => sort === value) ?? unknown('sort', value, storySorts) };
    }
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
    case 'due':
    case 'created':
    case 'updated':
    case 'completed': {
      const { since, before } = rangeOf(word, context.now);
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
    case 'team':
      return await idsOf(key, values, context);
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
  return flags.get(value.toLowerCase()) ?? unknown('is', value, [...flags.keys()]);
}

const parameters = {
  status: 'statusId',
  assignee: 'assigneeId',
  reporter: 'reporterId',
  label: 'labelId',
  sprint: 'sprintId',
  objective: 'objectiveId',
  parent: 'parentId',
  team: 'teamId',
} as const;

async function idsOf(
  key: keyof typeof parameters,
  values: readonly string[],
  context: Context,
): Promise<Record<string, unknown>> {
  const special = (value: string) =>
    (value === 'me' && (key === 'assignee' || key === 'reporter')) ||
    (value === 'none' && (key === 'assignee' || key === 'sprint' || key === 'parent'));
  const named = values.every((value) => special(value)) ? [] : await namedBy(key, values, context);
  const ids = values.flatMap((value) => {
    if (special(value)) return [value];
    const wanted = value.toLowerCase();
    const found = named.filter(
      ({ id, names }) => id === wanted || names.some((name) => name?.toLowerCase() === wanted),
    );
    if (found.length > 0) return found.map(({ id }) => id);
    return unknown(key, value, [
      ...new Set(named.flatMap(({ names }) => names.filter((name) => name !== null))),
    ]);
  });
  if (key !== 'team') return { [parameters[key]]: ids };
  if (ids.length !== 1) throw filterProblem('names more than one team');
  return { teamId: ids[0] };
}

const namedBy = (key: keyof typeof parameters, values: readonly string[], search: NameSearch) =>
  key === 'parent' ? findStoriesByReference(values, search) : findNames(key, search);

function unknown(key: string, value: string, known: readonly string[]): never {
  throw filterProblem(`has the unknown ${key} ${JSON.stringify(value)}; ${didYouMean(value, known)}`);
}
