import type { OperationContext } from '../core/call.ts';
import { findEnumValue } from '../core/enum-words.ts';
import { didYouMean } from '../core/nearest.ts';
import { priorities } from '../core/priority.ts';
import { statusCategories } from '../core/status-category.ts';
import { labelsOfTeam, labelsOfWorkspace, toLabel } from '../labels/label-store.ts';
import { memberIdOf, membersOf, toMember } from '../members/member-store.ts';
import { canSeeObjective, objectiveKind, objectivesOf, toObjective } from '../objectives/objective-store.ts';
import { sprintKind, sprintsOf, toSprint } from '../sprints/sprint-store.ts';
import { statusesOf, toStatus } from '../statuses/status-store.ts';
import { getTeamItems, toTeam } from '../teams/team-store.ts';
import { filterProblem, onlyValue, parseFilter, rangeOf, type FilterWord } from './filter-language.ts';
import { findStoryKey, storyIdOf } from './story-store.ts';
import { storySorts } from './story-order.ts';

type Context = Pick<OperationContext, 'caller' | 'read' | 'now'>;

/** Something with a name that a filter can mean. */
interface Named {
  id: string;
  names: readonly (string | null)[];
}

/** The most things of a kind whose names are compared, in each team. */
const NAMES_MAX = 1_000;

const flags: Readonly<Record<string, Record<string, unknown>>> = {
  blocked: { blocked: true },
  unblocked: { blocked: false },
  overdue: { overdue: true },
  unassigned: { assigneeId: ['none'] },
  archived: { archived: 'only' },
  open: { statusCategory: ['backlog', 'unstarted', 'started'] },
  done: { statusCategory: ['completed'] },
};

/** The parameters of listStories that a filter for people means. Throws a 400 that names what it does not know. */
export async function resolveFilter(text: string, context: Context): Promise<Record<string, unknown>> {
  const { words, q } = parseFilter(text);
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
  return flags[value.toLowerCase()] ?? unknown('is', value, Object.keys(flags));
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
  const named = values.every((value) => special(value)) ? [] : await namesOf(key, values, context);
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

/** The things of a kind that the caller can see, with their names. */
async function namesOf(
  key: keyof typeof parameters,
  values: readonly string[],
  { caller, read }: Context,
): Promise<Named[]> {
  const teams = [...caller.teamIds];
  const listed = async (partitions: readonly string[]) =>
    (
      await Promise.all(
        partitions.map((partition) => read.query({ index: 'list', partition, limit: NAMES_MAX })),
      )
    ).flat();
  switch (key) {
    case 'status':
      return (await listed(teams.map((id) => statusesOf(id))))
        .map(toStatus)
        .map(({ id, name }) => ({ id, names: [name] }));
    case 'label':
      return (await listed([labelsOfWorkspace(caller.workspaceId), ...teams.map((id) => labelsOfTeam(id))]))
        .map(toLabel)
        .map(({ id, name }) => ({ id, names: [name] }));
    case 'sprint':
      return (await listed(teams.map(sprintsOf)))
        .filter((item) => sprintKind.includes(item))
        .map(toSprint)
        .map(({ id, name }) => ({ id, names: [name] }));
    case 'objective':
      return (await listed(teams.flatMap(objectivesOf)))
        .filter((item) => objectiveKind.includes(item))
        .map(toObjective)
        .filter((objective) => canSeeObjective(caller, objective))
        .map(({ id, name }) => ({ id, names: [name] }));
    case 'team':
      return (await getTeamItems(read, teams))
        .flatMap((item) => (item ? toTeam(item) : []))
        .map(({ id, name, code }) => ({ id, names: [code, name] }));
    case 'parent':
      return await storiesCalled(values, { caller, read });
    case 'assignee':
    case 'reporter':
      return (await listed([membersOf(caller.workspaceId)])).map((item) => {
        const { name, email } = toMember(item);
        return { id: memberIdOf(item), names: [email, name] };
      });
  }
}

/** The stories with these references, in the caller's teams. */
async function storiesCalled(
  references: readonly string[],
  { caller, read }: Pick<Context, 'caller' | 'read'>,
): Promise<Named[]> {
  const teams = (await getTeamItems(read, [...caller.teamIds])).flatMap((item) => (item ? toTeam(item) : []));
  const found = await Promise.all(
    references.map(async (reference): Promise<Named[]> => {
      const [code, number] = reference.toUpperCase().split('-');
      const team = teams.find((one) => one.code === code);
      const key =
        team && /^\d{1,9}$/.test(number ?? '')
          ? await findStoryKey(read, team.id, Number(number))
          : undefined;
      return key ? [{ id: storyIdOf(key), names: [reference] }] : [];
    }),
  );
  return found.flat();
}

function unknown(key: string, value: string, known: readonly string[]): never {
  throw filterProblem(`has the unknown ${key} ${JSON.stringify(value)}; ${didYouMean(value, known)}`);
}
