import { attributesOf, defineDocument } from '../db/document.ts';
import { entityKey } from '../db/table.ts';
import { Json } from '../core/json.ts';
import { teamSchema, type EstimateScheme, type Team } from './team.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';
import type { StatusReference } from '../core/status-category.ts';

type Stored = Omit<Team, 'memberCount'>;

/** memberCount stands beside the document, since joining counts it up without touching the team. */
const document = defineDocument<Stored>(teamSchema.omit({ memberCount: true }).keyof().options);

const teamKey = (id: string): Key => entityKey(`T#${id}`);
const codeKey = (workspaceId: string, code: string): Key => entityKey(`G#code#${workspaceId}#${code}`);

/** The teams that anyone in the workspace can find; private ones stand in a list of their own. */
export const publicTeamsOf = (workspaceId: string): string => `W#${workspaceId}#T`;
const privateTeamsOf = (workspaceId: string): string => `W#${workspaceId}#TP`;

/**
 * Counts the stories of a team. Beside the number stands what must not cross with drawing one: a code that
 * took the place of the first, and that the team is closed for its deletion.
 */
export const storyCounter = (teamId: string): Key => ({ pk: `T#${teamId}`, sk: '#SEQ' });

/** How many numbers a team's stories have used, and when the last was drawn, if one ever was. */
export async function getStoryCount(
  read: Reader,
  teamId: string,
): Promise<{ count: number; drawnAt: string | undefined }> {
  const item = await read.get(storyCounter(teamId));
  const { count = 0, drawnAt } = (item ?? {}) as { count?: number; drawnAt?: string };
  return { count, drawnAt };
}

export const getTeamItem = (read: Reader, id: string) => read.get(teamKey(id));

/** Teams by id, in the order of the ids. */
export const getTeamItems = (read: Reader, ids: readonly string[]) => read.getMany(ids.map(teamKey));

/** The ids of all teams of a workspace, private ones too; for its operator only. */
export async function listAllTeamIds(read: Reader, workspaceId: string): Promise<string[]> {
  const partitions = [publicTeamsOf(workspaceId), privateTeamsOf(workspaceId)];
  const lists = await Promise.all(
    partitions.map((partition) => read.query({ index: 'list', partition, limit: 10_000 })),
  );
  return lists.flat().map(teamIdOf);
}

/** What the rules of stories need to know of a team. */
export interface TeamRules {
  id: string;
  code: string;
  estimateScheme: EstimateScheme;
  defaultStatus: StatusReference;
}

export async function getTeamRules(read: Reader, id: string): Promise<TeamRules | undefined> {
  const item = await getTeamItem(read, id);
  if (!item) return undefined;
  const { code, estimateScheme, defaultStatus } = attributesOf<TeamRules>(item);
  return { id, code, estimateScheme, defaultStatus };
}

/** The id of the team that has or had a code, or undefined. */
export async function findTeamId(
  read: Reader,
  workspaceId: string,
  code: string,
): Promise<string | undefined> {
  return (await read.get(codeKey(workspaceId, code)))?.['teamId'] as string | undefined;
}

export function toTeamJson(item: Item): Json<Team> {
  const { text } = document.json(item);
  return new Json(`${text.slice(0, -1)},"memberCount":${item['memberCount'] as number}}`);
}

export const toTeam = (item: Item): Team => toTeamJson(item).parse();
export const teamIdOf = ({ pk }: Item): string => pk.slice('T#'.length);

function teamAttributes({ memberCount: _, ...stored }: Team) {
  const { workspaceId, code, estimateScheme, updatedAt } = stored;
  return {
    ...document.write(stored),
    inList: stored.private ? privateTeamsOf(workspaceId) : publicTeamsOf(workspaceId),
    workspaceId,
    code,
    estimateScheme,
    updatedAt,
    ...(stored.private ? { isPrivate: true } : {}),
  };
}

/** The changes that make a team; `codeTaken` is thrown where another has its code. */
export const putTeam = (team: Team, defaultStatus: StatusReference, codeTaken: () => Error): Change[] => [
  {
    put: { ...codeKey(team.workspaceId, team.code), teamId: team.id },
    if: 'absent',
    onConditionFailed: codeTaken,
  },
  {
    put: { ...teamKey(team.id), ...teamAttributes(team), defaultStatus, memberCount: team.memberCount },
    if: 'absent',
  },
];

/** The change of a team's own fields; its counts and default status stay. */
export const updateTeam = (
  team: Team,
  previous: Team,
  stale: (current: Item | undefined) => Error,
): Change => ({
  update: teamKey(team.id),
  with: {
    set: teamAttributes(team),
    remove: team.private ? [] : ['isPrivate'],
  },
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

/** The changes that give a team another code, while no story has used the one it has. */
export const changeCode = (
  { id, workspaceId, code }: Team,
  previous: Team,
  { taken, used }: { taken: () => Error; used: () => Error },
): Change[] => [
  { put: { ...codeKey(workspaceId, code), teamId: id }, if: 'absent', onConditionFailed: taken },
  { delete: codeKey(workspaceId, previous.code) },
  {
    update: storyCounter(id),
    with: { set: { code, count: 0 } },
    if: { absentOrAtMost: { attribute: 'count', value: 0 } },
    onConditionFailed: used,
  },
];

/**
 * The changes that delete a team as it was read: with that many members, without service accounts, and with
 * that many numbers drawn, so that none can be drawn any more. A code that stories have used is never free
 * again; their references stay theirs.
 */
export const deleteTeamItem = (
  { id, workspaceId, code }: Team,
  {
    memberCount,
    serviceAccountCount,
    owned,
    storyCount,
  }: { memberCount: number; serviceAccountCount: unknown; owned: unknown; storyCount: number },
  writeConflict: () => Error,
): Change[] => [
  {
    delete: teamKey(id),
    if: { equals: { code, memberCount, serviceAccountCount, owned } },
    onConditionFailed: writeConflict,
  },
  storyCount === 0
    ? {
        update: storyCounter(id),
        with: { set: { closed: true, count: 0 } },
        if: { absentOrAtMost: { attribute: 'count', value: 0 } },
        onConditionFailed: writeConflict,
      }
    : {
        update: storyCounter(id),
        with: { set: { closed: true } },
        if: { equals: { count: storyCount } },
        onConditionFailed: writeConflict,
      },
  ...(storyCount === 0 ? [{ delete: codeKey(workspaceId, code) }] : []),
];

/** The change of what new stories of a team start with. */
export const setDefaultStatus = (teamId: string, status: StatusReference, gone: () => Error): Change => ({
  update: teamKey(teamId),
  with: { set: { defaultStatus: status } },
  if: 'present',
  onConditionFailed: gone,
});

/** Counts members in or out of a team. */
export const countMembers = (teamId: string, difference: 1 | -1, gone: () => Error): Change => ({
  update: teamKey(teamId),
  with: { add: { memberCount: difference } },
  if: 'present',
  onConditionFailed: gone,
});

/**
 * Goes with the making of anything that a team owns beside stories: it fails where the team is being deleted,
 * and a deletion that has looked before fails in turn.
 */
export const recordTeamContent = (teamId: string, gone: () => Error): Change => ({
  update: teamKey(teamId),
  with: { add: { owned: 1 } },
  if: 'present',
  onConditionFailed: gone,
});

/** Counts service accounts that have a team in or out; a team that one has is not deleted. */
export const countServiceAccounts = (teamId: string, difference: 1 | -1, gone: () => Error): Change => ({
  update: teamKey(teamId),
  with: { add: { serviceAccountCount: difference } },
  if: 'present',
  onConditionFailed: gone,
});

export const serviceAccountCountOf = (item: Item): number =>
  (item['serviceAccountCount'] as number | undefined) ?? 0;

export const isPrivateTeam = (item: Item): boolean => item['isPrivate'] === true;
