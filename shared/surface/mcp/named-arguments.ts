import * as z from 'zod';
import { nameKey } from '../../kernel/core/name-key.ts';
import { runOperation, type Arguments, type Tool, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { invalidReference } from '../../kernel/core/errors.ts';
import { didYouMean, quotedName } from '../../kernel/core/nearest.ts';
import type { JsonSchema } from '../../kernel/core/json-schema.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { findStoryId, findTeamOfReference } from '../../planning/story/find-by-reference.ts';
import { storyReference } from '../../planning/stories/get-story-by-reference.ts';
import { getStoryItem, storyTeamOf } from '../../planning/story/story-store.ts';
import { withFieldKeys } from './field-keys.ts';
import { findCandidates, namedByNouns, namedKinds, type Candidate, type FoundKind } from './find-named.ts';
import { valueOfText } from '../../planning/custom-fields/value-of-text.ts';
import { takesTeamOfName } from './team-of-names.ts';
import { CURRENT, isOnePerTeam, matchesOf, nameOf } from './name-matches.ts';

/** The arguments that hold ids of what has a name, with what the name is of. */
const named: ReadonlyMap<string, FoundKind> = new Map([
  ['teamId', 'team'],
  ['statusId', 'status'],
  ['assigneeId', 'member'],
  ['reporterId', 'member'],
  ['actorId', 'member'],
  ['authorId', 'member'],
  ['leadUserId', 'member'],
  ['memberId', 'member'],
  ['memberIds', 'member'],
  ['contributorIds', 'member'],
  ['labels', 'label'],
  ['addLabels', 'label'],
  ['removeLabels', 'label'],
  ['labelId', 'label'],
  ['sprintId', 'sprint'],
  ['objectiveId', 'objective'],
  ['keyResultId', 'keyResult'],
  ...namedByNouns,
]);

/** The call that lists custom fields, which have no tool of their own. */
const FIELDS_LISTED = 'manage_setup with kind: "custom_field" and action: "get"';

/** Where names are searched: in a team, or in all of the caller. */
type SearchedIn = 'that team' | 'your teams';

/** What tools call each kind, with a place for where names are searched, and the tool that lists it. */
const ownKinds: Partial<Record<FoundKind, { noun: string; listed: string }>> = {
  team: { noun: 'team that you can see', listed: 'list_teams' },
  member: { noun: 'member that you can see', listed: 'list_members' },
  status: { noun: 'status of {place}', listed: 'list_statuses' },
  objectiveStatus: { noun: 'status of objectives', listed: 'list_statuses' },
  archivedStatus: { noun: 'archived status', listed: 'list_statuses with archived: "only"' },
  label: { noun: 'label that you can use here', listed: 'list_labels' },
  archivedLabel: { noun: 'archived label', listed: 'list_labels with archived: "only"' },
  customField: { noun: 'custom field that you can see', listed: FIELDS_LISTED },
  archivedCustomField: { noun: 'archived custom field', listed: `${FIELDS_LISTED} with archived: "only"` },
  sprint: { noun: 'sprint of {place}', listed: 'list_sprints' },
  objective: { noun: 'objective that you can see', listed: 'list_objectives' },
  keyResult: { noun: 'key result that you can see', listed: 'list_key_results' },
};

/** What tools call a kind; manage_setup lists those that have no tool of their own. */
function calledKind(kind: FoundKind, place: SearchedIn): { noun: string; listed: string } {
  const { noun, listed } = ownKinds[kind] ?? {
    noun: `${kind.replaceAll('_', ' ')} of {place}`,
    listed: `manage_setup with kind: "${kind}" and action: "get"`,
  };
  return { noun: noun.replace('{place}', place), listed };
}

/** A text in `customFields`, whose field says what it can mean. */
const FIELD_VALUE = 'fieldValue';

const wantedSchema = () =>
  z.object({
    /** The argument. */
    path: z.string(),
    kind: z.enum([...namedKinds, FIELD_VALUE]),
    name: z.string(),
    /** The key of the custom field whose value it is. */
    field: z.string().optional(),
    /** The team in which names are searched, by id or name; otherwise that of the story, or all. */
    team: z.string().optional(),
    /** By id or reference. */
    story: z.string().optional(),
    /** Whether the tool takes a team that narrows the search. */
    takesTeam: z.boolean().optional(),
    /** Whether it is one of a filter's values, so that what teams call alike can all match. */
    isFilter: z.boolean().optional(),
    /** Whether it came in quotes: it is a name then, also where a word such as me has a meaning of its own. */
    isQuoted: z.boolean().optional(),
  });
type Wanted = z.output<ReturnType<typeof wantedSchema>>;

/** A word that filters take in place of an id; elsewhere it is a name. */
const NONE = 'none';

const isNamed = (value: unknown, { isRead }: { isRead: boolean }): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  !(isRead && value === NONE) &&
  !uuid().safeParse(value).success;

const QUOTED = /^"(?<name>.+)"$/su;

/** A name as it is looked up, without the quotes that filters have round names. */
function nameIn(value: string): Pick<Wanted, 'name' | 'isQuoted'> {
  const quoted = QUOTED.exec(value.trim())?.groups?.['name']?.trim();
  return quoted ? { name: quoted, isQuoted: true } : { name: value.trim() };
}

interface ArgumentUse extends Pick<Wanted, 'takesTeam' | 'isFilter'> {
  isRead: boolean;
}

/** A tool, with its arguments if they are not those of its schema. */
export type NamingTool = Pick<Tool, 'name' | 'role'> & Partial<Pick<Tool, 'schemas' | 'annotations'>>;

/** What a tool says of an argument with a name; manage_setup, whose names are searched apart, takes a team. */
function usesOf({ name, schemas, annotations }: NamingTool, argument: string): ArgumentUse {
  if (!schemas) return { takesTeam: true, isRead: false };
  const properties = (schemas().inputSchema['properties'] ?? {}) as Record<string, JsonSchema>;
  const isRead = annotations?.readOnlyHint === true;
  return {
    isRead,
    // Of what is there already, a team is what it moves to.
    takesTeam:
      ('teamId' in properties && (isRead || name === 'create_story' || name.startsWith('save_'))) ||
      takesTeamOfName(argument, properties),
    // The list of tools has no room for labelId.
    isFilter: isRead && (argument === 'labelId' || properties[argument]?.['type'] === 'array'),
  };
}

type KindOf = (argument: string, group: Arguments) => FoundKind | undefined;

/**
 * Returns groups of arguments with ids in place of names. The only match among what the caller may list wins; throws a
 * 400 that says what each other name could mean. Groups without names cost nothing.
 */
export async function withNamedIds(
  tool: NamingTool,
  call: ToolCall,
  groups: readonly Arguments[],
  kindOf?: KindOf,
): Promise<Arguments[]> {
  const found = await findNamedIds(tool, call, groups, kindOf);
  if (found.problems.length > 0) throw invalidReference(found.problems);
  return found.groups;
}

/** As withNamedIds, but leaves a name that does not mean exactly one thing as it is, with the problem next to it. */
export async function findNamedIds(
  tool: NamingTool,
  call: ToolCall,
  sent: readonly Arguments[],
  kindOf: KindOf = (argument) => named.get(argument),
): Promise<{ groups: Arguments[]; problems: ArgumentProblem[] }> {
  const { groups, problems: ofKeys } = await withFieldKeys(tool, call, sent);
  const problems = ofKeys.map(({ group, path, message }) => ({ path: pathIn(groups, group, path), message }));
  const wanted: Wanted[] = [];
  type Place = Omit<Wanted, 'name' | 'kind'> & ArgumentUse & { kind: FoundKind };
  const place = (value: unknown, at: Place): unknown => {
    if (Array.isArray(value))
      return value.map((one, position) => place(one, { ...at, path: `${at.path}.${position}` }));
    if (!isNamed(value, at)) return value;
    const placeholder = new Placeholder(wanted.length);
    const { isRead: _, ...rest } = at;
    wanted.push({ ...rest, ...nameIn(value) });
    return placeholder;
  };
  const placeText = (value: unknown, path: string, field: string): unknown => {
    if (Array.isArray(value)) return value.map((one, at) => placeText(one, `${path}.${at}`, field));
    if (typeof value !== 'string') return value;
    wanted.push({ path, kind: FIELD_VALUE, name: value, field });
    return new Placeholder(wanted.length - 1);
  };
  const placed = groups.map((group, position) =>
    Object.entries(group).map(([argument, value]) => {
      const kind = kindOf(argument, group);
      const path = pathIn(groups, position, argument);
      if (argument === 'customFields' && isObject(value)) {
        const values = Object.entries(value).map(([key, one]) => [
          key,
          placeText(one, `${path}.${key}`, key),
        ]);
        return [argument, Object.fromEntries(values) as Arguments] as const;
      }
      if (kind === undefined) return [argument, value] as const;
      const how = { path, kind, ...scopeOf(group, kind), ...usesOf(tool, argument) };
      return [argument, place(value, how)] as const;
    }),
  );
  if (wanted.length === 0) return { groups: [...groups], problems };
  const args = { workspaceId: call.args['workspaceId'], wanted };
  const { data } = await runOperation(resolveNames(tool), { ...call, args });
  const found = data as Resolved[];
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill).flat();
    if (isObject(value) && !(value instanceof Placeholder))
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]));
    if (!(value instanceof Placeholder)) return value;
    const { ids, id } = found[value.position]!;
    return ids ?? id ?? wanted[value.position]!.name;
  };
  return {
    groups: placed.map((group) => Object.fromEntries(group.map(([name, value]) => [name, fill(value)]))),
    problems: [...problems, ...found.flatMap(({ problem }) => problem ?? [])],
  };
}

/** Where an argument of one of several groups is. */
const pathIn = (groups: readonly Arguments[], position: number, argument: string): string =>
  groups.length > 1 ? `stories.${position}.${argument}` : argument;

/** Why the name in an argument means no one thing. */
export interface ArgumentProblem {
  path: string;
  message: string;
}

/** The id that a name means, those that it means in a filter, or why it means none. */
interface Resolved {
  id?: string;
  ids?: string[];
  problem?: ArgumentProblem;
}

/** The kind of a name in an argument of a tool for objectives, whose statuses belong to the workspace. */
export const namedOfObjective = (argument: string): FoundKind | undefined =>
  argument === 'statusId' ? 'objectiveStatus' : named.get(argument);

/** Stands for a name until its meaning is known. */
class Placeholder {
  readonly position: number;

  constructor(position: number) {
    this.position = position;
  }
}

const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function scopeOf(group: Arguments, kind: FoundKind): Pick<Wanted, 'team' | 'story'> {
  if (kind === 'team' || kind === 'member') return {};
  const { teamId, story = group['storyId'] } = group;
  return {
    ...(typeof teamId === 'string' ? { team: teamId } : {}),
    ...(typeof story === 'string' ? { story } : {}),
  };
}

/** Throws a 403 or 404 if the person may not use the tool of an operation in the workspace. */
export const assertMayUse = async (call: ToolCall, tool: Pick<Tool, 'name' | 'role'>): Promise<void> => {
  const args = { workspaceId: call.args['workspaceId'], wanted: [] };
  await runOperation(resolveNames(tool), { ...call, args });
};

/** Returns the ids that names mean, with the rights that listing those resources requires. */
const resolveNames = ({ name, role }: Pick<Tool, 'name' | 'role'>) =>
  operation({
    // A refusal names it.
    id: name,
    method: 'GET',
    path: `${WORKSPACE_PATH}/names`,
    tag: 'Workspaces',
    summary: 'Find ids by name',
    scopes: [],
    role,
    query: () => ({ wanted: z.array(wantedSchema()) }),
    output: () => z.array(z.unknown()),
    handle: async ({ query: { wanted }, ...context }) => {
      const search = createSearch(context);
      return await Promise.all(wanted.map((one) => resolveName(one, search)));
    },
  });

type Context = Pick<OperationContext, 'caller' | 'read' | 'now'>;
interface Search {
  context: Context;
  candidates: (kind: FoundKind, team: string | undefined) => Promise<Candidate[]>;
  /** What an unknown name could mean, with a space behind it; only of the first ones, since comparing takes long. */
  suggest: (name: string, candidates: readonly Candidate[]) => string;
}

/** The maximum number of unknown names of a call that are compared with all there are. */
const SUGGESTED_MAX = 20;

/** A search that reads what a kind can mean in a team once. */
function createSearch(context: Context): Search {
  const found = new Map<string, Promise<Candidate[]>>();
  let suggested = 0;
  return {
    context,
    suggest: (name, candidates) =>
      ++suggested > SUGGESTED_MAX ? '' : `${didYouMean(name, [...new Set(candidates.map(nameOf))])} `,
    candidates: (kind, team) => {
      const key = `${kind} ${team}`;
      const known =
        found.get(key) ?? findCandidates(kind, { ...context, teams: listedTeams(context.caller, team) });
      found.set(key, known);
      return known;
    },
  };
}

async function resolveName(wanted: Wanted, search: Search): Promise<Resolved> {
  const { path, kind, name, team, story, field, takesTeam, isFilter, isQuoted = false } = wanted;
  if (kind === FIELD_VALUE) {
    const parsed = await valueOfText(search.context, field!, name);
    if ('value' in parsed) return { id: parsed.value };
    return await resolveName({ ...wanted, kind: 'member', name: parsed.member.trim() }, search);
  }
  if (kind === 'member' && !isQuoted && name.toLowerCase() === 'me')
    return { id: search.context.caller.principalId };
  const teamId = await teamOf({ team, story }, search);
  const candidates = await search.candidates(kind, teamId);
  const matches = matchesOf(kind, name, candidates, isQuoted);
  const [match, another] = matches;
  if (match && !another) return { id: match.id };
  const refuse = (message: string) => ({ problem: { path, message } });
  const { noun, listed } = calledKind(kind, teamId === undefined ? 'your teams' : 'that team');
  const text = quotedName(name);
  if (match) {
    const areOfTeams = isOnePerTeam(matches) && teamId === undefined;
    if (areOfTeams && isFilter) return { ids: matches.map(({ id }) => id) };
    const shown = await Promise.all(matches.slice(0, MEANINGS_MAX).map((one) => distinctName(one, search)));
    const more = matches.length > shown.length ? ` and ${matches.length - shown.length} more` : '';
    const list = `${shown.join(', ')}${more}`;
    return refuse(
      areOfTeams && takesTeam
        ? `${text} is one of each of several teams: send teamId too, or an id: ${list}`
        : `${text} could mean ${list}; send one of these ids`,
    );
  }
  if (kind === 'sprint' && !isQuoted && nameKey(name) === CURRENT)
    return refuse(`${text} is none, since no ${noun} is running; ${listed} lists them`);
  const close = search.suggest(name, candidates);
  return refuse(`${text} is no ${noun}; ${close}${listed} lists them`);
}

/** How many meanings of a name are listed. */
const MEANINGS_MAX = 8;

/** A name with its team, which tells equal ones apart, and the id. */
async function distinctName(one: Candidate, search: Search): Promise<string> {
  const teams = one.teamId ? await search.candidates('team', undefined) : [];
  const team = teams.find(({ id }) => id === one.teamId);
  return `${JSON.stringify(nameOf(one))} (${team ? `team ${team.names.join(' ')}, ` : ''}${one.id})`;
}

/** The team in which a name is searched; undefined for all teams of the caller. */
async function teamOf(
  { team, story }: Pick<Wanted, 'team' | 'story'>,
  search: Search,
): Promise<string | undefined> {
  const { caller, read } = search.context;
  if (team !== undefined) {
    if (uuid().safeParse(team).success) return team;
    const matches = matchesOf('team', team, await search.candidates('team', undefined));
    return matches[0]?.id;
  }
  if (story === undefined) return undefined;
  const id = storyReference().safeParse(story).success
    ? await findStoryId(search.context, await findTeamOfReference(read, caller.workspaceId, story), story)
    : story;
  const item = id && uuid().safeParse(id).success ? await getStoryItem(read, id) : undefined;
  return item && caller.teamIds.has(storyTeamOf(item)) ? storyTeamOf(item) : undefined;
}
