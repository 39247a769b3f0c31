import * as z from 'zod';
import { nameKey } from '../../kernel/core/name-key.ts';
import { runOperation, type Tool, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { didYouMean, quotedName } from '../../kernel/core/nearest.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { findStoryId, findTeamOfReference } from '../../planning/story/find-by-reference.ts';
import { storyReference } from '../../planning/stories/get-story-by-reference.ts';
import { getStoryItem, storyTeamOf } from '../../planning/story/story-store.ts';
import { findCandidates, namedKinds, type Candidate, type FoundKind } from './find-named.ts';
import { valueOfText } from '../../planning/custom-fields/value-of-text.ts';
import { isOnePerTeam, matchesOf, nameOf, sprintWords } from './name-matches.ts';

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
export const FIELD_VALUE = 'fieldValue';

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
/** A name, and what says where it is searched. */
export type WantedName = z.output<ReturnType<typeof wantedSchema>>;

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

/** Throws a 403 or 404 if the person may not use the tool of an operation in the workspace. */
export const assertMayUse = async (call: ToolCall, tool: Pick<Tool, 'name' | 'role'>): Promise<void> => {
  const args = { workspaceId: call.args['workspaceId'], wanted: [] };
  await runOperation(resolveNames(tool), { ...call, args });
};

/** Returns the ids that names mean, with the rights that listing those resources requires. */
export const resolveNames = ({ name, role }: Pick<Tool, 'name' | 'role'>) =>
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
    output: () => z.array(z.custom<Resolved>()),
    handle: async ({ query: { wanted }, ...context }) => {
      const search = createSearch(context);
      return await Promise.all(wanted.map((one) => resolveName(one, search)));
    },
  });

type ResolveNamesContext = Pick<OperationContext, 'caller' | 'read' | 'now'>;
interface Search {
  context: ResolveNamesContext;
  candidates: (kind: FoundKind, team: string | undefined) => Promise<Candidate[]>;
  /** What an unknown name could mean, with a space behind it; only of the first ones, since comparing takes long. */
  suggest: (name: string, candidates: readonly Candidate[]) => string;
}

/** The maximum number of unknown names of a call that are compared with all there are. */
const SUGGESTED_MAX = 20;

/** A search that reads what a kind can mean in a team once. */
function createSearch(context: ResolveNamesContext): Search {
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

async function resolveName(wanted: WantedName, search: Search): Promise<Resolved> {
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
  const word = nameKey(name);
  if (kind === 'sprint' && !isQuoted && Object.hasOwn(sprintWords, word))
    return refuse(`${text} is none, since no ${noun} ${sprintWords[word]!.is}; ${listed} lists them`);
  const close = search.suggest(name, candidates);
  return refuse(`${text} is no ${noun}; ${close}${listed} lists them`);
}

/** How many meanings of a name are listed. */
const MEANINGS_MAX = 8;

/** A name with its team, which distinguishes equal ones, and the id. */
async function distinctName(one: Candidate, search: Search): Promise<string> {
  const teams = one.teamId ? await search.candidates('team', undefined) : [];
  const team = teams.find(({ id }) => id === one.teamId);
  return `${JSON.stringify(nameOf(one))} (${team ? `team ${team.names.join(' ')}, ` : ''}${one.id})`;
}

/** The team in which a name is searched; undefined for all teams of the caller. */
async function teamOf(
  { team, story }: Pick<WantedName, 'team' | 'story'>,
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
