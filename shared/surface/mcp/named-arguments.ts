import { runOperation, type Arguments, type Tool, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { isObject } from '../../kernel/api/mcp/result-data.ts';
import { invalidReference } from '../../kernel/core/errors.ts';
import type { JsonSchema } from '../../kernel/core/json-schema.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { withFieldKeys } from './field-keys.ts';
import { namedByNouns, type FoundKind } from './find-named.ts';
import { FIELD_VALUE, resolveNames, type ArgumentProblem, type WantedName } from './resolve-names.ts';
import { takesTeamOfName } from './team-of-names.ts';

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

/** A word that filters take in place of an id; elsewhere it is a name. */
const NONE = 'none';

/** What every story and objective has: no filter finds those without one, so the word is a name. */
const ALWAYS_SET: ReadonlySet<FoundKind> = new Set(['status', 'objectiveStatus']);

const isNamed = (value: unknown, { isRead, kind }: { isRead: boolean; kind: FoundKind }): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  !(isRead && value === NONE && !ALWAYS_SET.has(kind)) &&
  !uuid().safeParse(value).success;

const QUOTED = /^"(?<name>.+)"$/su;

/** A name as it is looked up, without the quotes that filters have round names. */
function nameIn(value: string): Pick<WantedName, 'name' | 'isQuoted'> {
  const quoted = QUOTED.exec(value.trim())?.groups?.['name']?.trim();
  return quoted ? { name: quoted, isQuoted: true } : { name: value.trim() };
}

interface ArgumentUse extends Pick<WantedName, 'takesTeam' | 'isFilter'> {
  isRead: boolean;
}

/** A tool, with its arguments if they are not those of its schema. */
export type NamingTool = Pick<Tool, 'name' | 'role'> & Partial<Pick<Tool, 'schemas' | 'annotations'>>;

/** What a tool says of an argument with a name; manage_setup, whose names are searched separately, takes a team. */
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
  const wanted: WantedName[] = [];
  type ArgumentPlace = Omit<WantedName, 'name' | 'kind'> & ArgumentUse & { kind: FoundKind };
  const place = (value: unknown, at: ArgumentPlace): unknown => {
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
  const { data: found } = await runOperation(resolveNames(tool), { ...call, args });
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

function scopeOf(group: Arguments, kind: FoundKind): Pick<WantedName, 'team' | 'story'> {
  if (kind === 'team' || kind === 'member') return {};
  const { teamId, story = group['storyId'] } = group;
  return {
    ...(typeof teamId === 'string' ? { team: teamId } : {}),
    ...(typeof story === 'string' ? { story } : {}),
  };
}
