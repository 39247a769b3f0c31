import { defineDocument } from '../db/document.ts';
import type { Reader } from '../db/reader.ts';
import { entityKey, type Item, type Key } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import { Json } from '../lib/json.ts';
import type { StatusReference } from '../statuses/status-store.ts';
import { teamSchema, type EstimateScheme, type Team } from './team.ts';

type Stored = Omit<Team, 'memberCount'>;

/** memberCount stands beside the document, since joining counts it up without touching the team. */
const document = defineDocument<Stored>(teamSchema.omit({ memberCount: true }).keyof().options);

const teamKey = (id: string): Key => entityKey(`T#${id}`);
const codeKey = (workspaceId: string, code: string): Key => entityKey(`G#code#${workspaceId}#${code}`);

/** The teams that anyone in the workspace can find; private ones stand in a list of their own. */
export const publicTeamsOf = (workspaceId: string): string => `W#${workspaceId}#T`;
const privateTeamsOf = (workspaceId: string): string => `W#${workspaceId}#TP`;

/** Counts the stories of a team. */
export const storyCounter = (teamId: string): Key => ({ pk: `T#${teamId}`, sk: '#SEQ' });

export const getTeamItem = (read: Reader, id: string) => read.get(teamKey(id));

/** Teams by id, in the order of the ids. */
export const getTeamItems = (read: Reader, ids: readonly string[]) => read.getMany(ids.map(teamKey));

/** The items of all teams of a workspace, the private ones too; for its operator only. */
export async function listAllTeamItems(read: Reader, workspaceId: string): Promise<Item[]> {
  const partitions = [publicTeamsOf(workspaceId), privateTeamsOf(workspaceId)];
  const lists = await Promise.all(
    partitions.map((partition) => read.query({ index: 'list', partition, limit: 10_000 })),
  );
  return lists.flat();
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
  const { code, estimateScheme, defaultStatus } = item as unknown as TeamRules;
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
  { put: { ...codeKey(team.workspaceId, team.code), teamId: team.id }, if: 'absent', otherwise: codeTaken },
  {
    put: { ...teamKey(team.id), ...teamAttributes(team), defaultStatus, memberCount: team.memberCount },
    if: 'absent',
  },
];

/** The change of a team's own fields; its member count and default status stay. */
export const updateTeam = (team: Team, previous: Team, raceLost: () => Error): Change => ({
  update: teamKey(team.id),
  with: {
    set: teamAttributes(team),
    remove: team.private ? [] : ['isPrivate'],
  },
  if: { equals: { updatedAt: previous.updatedAt } },
  otherwise: raceLost,
});

/** The change of what new stories of a team start with. */
export const setDefaultStatus = (teamId: string, status: StatusReference, gone: () => Error): Change => ({
  update: teamKey(teamId),
  with: { set: { defaultStatus: status } },
  if: 'present',
  otherwise: gone,
});

/** Counts members in or out of a team. */
export const countMembers = (teamId: string, difference: 1 | -1, gone: () => Error): Change => ({
  update: teamKey(teamId),
  with: { add: { memberCount: difference } },
  if: 'present',
  otherwise: gone,
});

export const isPrivateTeam = (item: Item): boolean => item['isPrivate'] === true;
