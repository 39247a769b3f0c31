import { defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { uniqueNames } from '../../kernel/db/unique-names.ts';
import { teamSchema, type EstimateScheme, type Team } from './team.ts';
import type { Key, Item, Reader, Change, Check, Addition } from '../../kernel/core/database.ts';
import type { StatusReference } from '../../kernel/core/status-category.ts';

/** memberCount is stored next to the document, because joining increments it without changing the team. */
export const teamDocument = defineDocument(() => teamSchema().omit({ memberCount: true }), {
  added: { intakeEnabled: false, reviewRequired: false },
});

export const teamKind = itemKind('T#', 'workspace');
const teamKey = teamKind.key;
const codeKind = itemKind('G#code#', 'release');
const codeKey = (workspaceId: string, code: string): Key => codeKind.key(`${workspaceId}#${code}`);

/** Names are unique among a workspace's public teams: a refusal would reveal that a private team exists. */
const names = uniqueNames<Pick<Team, 'id' | 'name' | 'workspaceId' | 'private'>>(
  itemKind('G#team#', 'release'),
  ({ workspaceId, private: isPrivate }) => (isPrivate ? undefined : workspaceId),
);

/** The public teams of a workspace; private teams have a separate list. */
export const publicTeamsOf = (workspaceId: string): string => `W#${workspaceId}#T`;
const privateTeamsOf = (workspaceId: string): string => `W#${workspaceId}#TP`;

/**
 * The story counter of a team. It also stores what must not race with drawing a number: a changed team code,
 * and the closing of the team before its deletion.
 */
export const storyCounter = (teamId: string): Key => ({ pk: teamKey(teamId).pk, sk: '#SEQ' });

/** The number of story numbers that a team has drawn, and the time of the last draw, if any. */
export async function getStoryCount(
  read: Reader,
  teamId: string,
): Promise<{ count: number; drawnAt: string | undefined }> {
  const item = await read.get(storyCounter(teamId));
  const { count = 0, drawnAt } = (item ?? {}) as { count?: number; drawnAt?: string };
  return { count, drawnAt };
}

/** The number of story numbers that each team has drawn, in the order of the ids. */
export async function getStoryCounts(read: Reader, teamIds: readonly string[]): Promise<number[]> {
  const items = await read.getMany(teamIds.map(storyCounter), ['count']);
  return items.map((item) => (item?.['count'] as number | undefined) ?? 0);
}

/** The counter of a new team whose lower numbers are left for stories that are imported with theirs. */
export const startCounterAt = (teamId: string, nextSequenceId: number): Change => ({
  put: { ...storyCounter(teamId), count: nextSequenceId - 1, reserved: nextSequenceId - 1 },
  if: 'absent',
});

export const getTeamItem = (read: Reader, id: string) => read.get(teamKey(id));

/** Reads teams by id, in the order of the ids. */
export const getTeamItems = (read: Reader, ids: readonly string[]) => read.getMany(ids.map(teamKey));

/** The lists of all teams of a workspace. */
export const teamPartitionsOf = (workspaceId: string): string[] => [
  publicTeamsOf(workspaceId),
  privateTeamsOf(workspaceId),
];

/** The number of story numbers drawn by a workspace's teams. Eventually consistent. */
export async function countDrawnNumbers(read: Reader, workspaceId: string): Promise<number> {
  const teamIds = await listAllTeamIds(read, workspaceId);
  const counters = await read.getMany(teamIds.map(storyCounter), ['count']);
  return counters.reduce((sum, item) => sum + ((item?.['count'] as number | undefined) ?? 0), 0);
}

/** Returns the ids of all teams of a workspace, including private ones. Operators only. */
export async function listAllTeamIds(read: Reader, workspaceId: string): Promise<string[]> {
  const partitions = teamPartitionsOf(workspaceId);
  const lists = await Promise.all(
    partitions.map((partition) => read.query({ index: 'list', partition, limit: 10_000 })),
  );
  return lists.flat().map(teamIdOf);
}

/** The part of a team that the story rules depend on. */
export interface TeamRules {
  id: string;
  code: string;
  estimateScheme: EstimateScheme;
  defaultStatus: StatusReference;
  /** Whether new stories can wait in triage; absent for a team that is not stored yet. */
  intakeEnabled?: boolean;
  /** Whether a person other than who did the work completes its stories; absent for a team that is not stored yet. */
  reviewRequired?: boolean;
}

/** The properties of a team that writes of stories need; undefined if there is none with this id. */
export async function getTeamRules(read: Reader, id: string): Promise<TeamRules | undefined> {
  const item = await getTeamItem(read, id);
  return item && { ...toTeam(item), defaultStatus: item['defaultStatus'] as StatusReference };
}

/** Returns the id of the team that has or had a code, or undefined. */
export async function findTeamId(
  read: Reader,
  workspaceId: string,
  code: string,
): Promise<string | undefined> {
  return (await read.get(codeKey(workspaceId, code)))?.['teamId'] as string | undefined;
}

export const toTeam = (item: Item): Team => ({
  ...teamDocument.read(item),
  memberCount: item['memberCount'] as number,
});
export const teamIdOf = ({ pk }: Item): string => pk.slice('T#'.length);

function teamAttributes({ memberCount: _, ...stored }: Team) {
  const { workspaceId, code, estimateScheme, updatedAt } = stored;
  return {
    ...teamDocument.write(stored),
    inList: stored.private ? privateTeamsOf(workspaceId) : publicTeamsOf(workspaceId),
    workspaceId,
    code,
    estimateScheme,
    updatedAt,
    ...(stored.private ? { isPrivate: true } : {}),
  };
}

/** What to throw if another team has a team's code or name. */
interface TeamTaken {
  codeTaken: () => Error;
  nameTaken: () => Error;
}

/** Changes that create a team. */
export const putTeam = (
  team: Team,
  { defaultStatus, serviceAccountCount }: { defaultStatus: StatusReference; serviceAccountCount: number },
  { codeTaken, nameTaken }: TeamTaken,
): Change[] => [
  ...names.claim(team, nameTaken),
  {
    put: { ...codeKey(team.workspaceId, team.code), teamId: team.id },
    if: 'absent',
    onConditionFailed: codeTaken,
  },
  {
    put: {
      ...teamKey(team.id),
      ...teamAttributes(team),
      defaultStatus,
      memberCount: team.memberCount,
      ...(serviceAccountCount > 0 ? { serviceAccountCount } : {}),
    },
    if: 'absent',
  },
];

/** Changes a team's own fields; its counters and default status are not affected. */
export const replaceTeam = (
  team: Team,
  previous: Team,
  { stale, nameTaken }: { stale: (current: Item | undefined) => Error } & Pick<TeamTaken, 'nameTaken'>,
): Change[] => [
  {
    update: teamKey(team.id),
    with: {
      set: teamAttributes(team),
      remove: team.private ? [] : ['isPrivate'],
    },
    if: { equals: { updatedAt: previous.updatedAt } },
    onConditionFailed: stale,
  },
  ...names.move(team, previous, nameTaken),
];

/** Changes that give a team another code, provided that no story has used the current one. */
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

/** Condition that a team has not been deleted. Throws `gone` if it has. */
export const teamIsOpen = (teamId: string, gone: () => Error): Check => ({
  check: storyCounter(teamId),
  if: { equals: { closed: undefined } },
  onConditionFailed: gone,
});

/**
 * Changes that delete a team, provided that its member count is unchanged, it has no service accounts and no
 * further numbers were drawn; none can be drawn afterwards. A code that stories have used stays reserved,
 * because their references keep it.
 */
export const deleteTeamItem = (
  team: Team,
  {
    memberCount,
    serviceAccountCount,
    owned,
    storyCount,
    drawnAt,
  }: {
    memberCount: number;
    serviceAccountCount: unknown;
    owned: unknown;
    storyCount: number;
    drawnAt: string | undefined;
  },
  writeConflict: () => Error,
): Change[] => {
  const { id, workspaceId, code, updatedAt } = team;
  return [
    {
      delete: teamKey(id),
      if: { equals: { code, updatedAt, memberCount, serviceAccountCount, owned } },
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
          if: { equals: { count: storyCount, drawnAt } },
          onConditionFailed: writeConflict,
        },
    ...names.release(team),
    ...(storyCount === 0 ? [{ delete: codeKey(workspaceId, code) }] : []),
  ];
};

/** Changes the default status of a team's new stories. */
export const setDefaultStatus = (teamId: string, status: StatusReference, gone: () => Error): Change => ({
  update: teamKey(teamId),
  with: { set: { defaultStatus: status } },
  if: 'present',
  onConditionFailed: gone,
});

/** Increments or decrements a team's member count. */
export const countMembers = (teamId: string, difference: 1 | -1, gone: () => Error): Addition => ({
  update: teamKey(teamId),
  with: { add: { memberCount: difference } },
  if: 'present',
  onConditionFailed: gone,
});

/**
 * Include this when creating anything a team owns other than stories: it fails if the team is being deleted,
 * and makes a deletion that has already checked for content fail.
 */
export const recordTeamContent = (teamId: string, gone: () => Error): Addition => ({
  update: teamKey(teamId),
  with: { add: { owned: 1 } },
  if: 'present',
  onConditionFailed: gone,
});

/**
 * Increments or decrements a team's service-account count; a team with service accounts cannot be deleted.
 */
export const countServiceAccounts = (teamId: string, difference: 1 | -1, gone: () => Error): Addition => ({
  update: teamKey(teamId),
  with: { add: { serviceAccountCount: difference } },
  if: 'present',
  onConditionFailed: gone,
});

export const serviceAccountCountOf = (item: Item): number =>
  (item['serviceAccountCount'] as number | undefined) ?? 0;

export const isPrivateTeam = (item: Item): boolean => item['isPrivate'] === true;
