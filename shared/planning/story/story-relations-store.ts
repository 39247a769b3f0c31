import { gsi2, inIndex, childKind } from '../../kernel/db/table.ts';
import { storyIdOf, storyKind, storySortKey } from './story-store.ts';
import { isBlocked, isUnfinished, type StoryRelation } from './story-relations.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';

/**
 * The relations of a story, in one item stored with it: a read of many stories' relations is one batch, a circle is
 * found level by level, and a story never has more than its quota.
 */
export interface StoryRelations {
  storyId: string;
  teamId: string;
  relations: readonly StoryRelation[];
  /** Moves with each change; undefined before the first relation. */
  version: number | undefined;
}

const RELATIONS = '#RELATIONS';

/** The relations of stories, each story's stored with it. */
export const storyRelationsKind = childKind(storyKind, { equals: RELATIONS });
const relationsKey = (storyId: string): Key => ({ pk: storySortKey(storyId), sk: RELATIONS });

/** Finds a team's blocked stories: those that wait for an unfinished one. */
const relationsIndexes = { blockedByTeam: gsi2 } as const;
const blockedPartition = (teamId: string): string => `T#${teamId}#BLOCKED`;

/** Returns the relations of a story; undefined if it has never had any. */
export async function getStoryRelations(read: Reader, storyId: string): Promise<StoryRelations | undefined> {
  const item = await read.get(relationsKey(storyId));
  return item && toStoryRelations(item);
}

/** Returns the relations of stories, of those that have any. Eventually consistent. */
export async function getRelationsOf(read: Reader, storyIds: readonly string[]): Promise<StoryRelations[]> {
  const items = await read.getMany(storyIds.map(relationsKey));
  return items.flatMap((item) => (item ? [toStoryRelations(item)] : []));
}

/** Returns up to `limit` keys of a team's stories that wait for an unfinished one. Eventually consistent. */
export const findBlockedKeys = (read: Reader, teamId: string, limit: number): Promise<Key[]> =>
  read.query({ index: relationsIndexes.blockedByTeam, partition: blockedPartition(teamId), limit });

/** The most blocked stories of a team that are found; DynamoDB pages them by the megabyte. */
const BLOCKED_MAX = 100_000;

/** Returns the ids of the stories of some teams that wait for an unfinished one. Eventually consistent. */
export async function findBlockedStoryIds(
  read: Reader,
  teamIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = await Promise.all(teamIds.map((teamId) => findBlockedKeys(read, teamId, BLOCKED_MAX)));
  return new Set(keys.flat().map(storyIdOf));
}

export const toStoryRelations = (item: Item): StoryRelations => ({
  storyId: storyIdOf(item),
  teamId: item['teamId'] as string,
  relations: JSON.parse(item['relations'] as string) as StoryRelation[],
  version: item['version'] as number,
});

/** The ids of the unfinished stories that a story waits for, as far as its copies show. */
export const awaitedBy = ({ relations }: Pick<StoryRelations, 'relations'>): string[] =>
  relations.flatMap(({ storyId, blocker }) =>
    blocker !== undefined && isUnfinished(blocker.statusCategory) ? [storyId] : [],
  );

/**
 * Replaces the relations of a story, if no other change came in between. The last one leaves an empty item, so
 * that a version never comes again.
 */
export const replaceStoryRelations = (
  { storyId, teamId, version }: StoryRelations,
  relations: readonly StoryRelation[],
  stale: () => Error,
): Change => ({
  put: {
    ...relationsKey(storyId),
    teamId,
    relations: JSON.stringify(relations),
    version: (version ?? 0) + 1,
    ...(isBlocked(relations) ? inIndex(relationsIndexes.blockedByTeam, blockedPartition(teamId)) : {}),
  },
  if: version === undefined ? 'absent' : { equals: { version } },
  onConditionFailed: stale,
});

/** Deletes the item of a deleted story, if no relation was added or removed meanwhile. */
export const deleteStoryRelations = ({ storyId, version }: StoryRelations, stale: () => Error): Change => ({
  delete: relationsKey(storyId),
  if: { equals: { version } },
  onConditionFailed: stale,
});
