import { defineDocument } from '../db/document.ts';
import { entityKey, itemKind } from '../db/table.ts';
import { storySchema, type Story } from './story.ts';
import type { Key, Item, Reader, Condition, Change } from '../core/database.ts';

const document = defineDocument<Story>(storySchema.keyof().options, { longText: 'description' });

/** What a stream of changes knows them by. */
export const storyKind = itemKind('S#');
const storyKey = storyKind.key;

/** Archived stories stand in partitions of their own in every index but `number`. */
const partition = (name: string, archived: boolean): string => (archived ? `${name}#X` : name);

/** Where the index partitions of stories are named; a list picks the one of its filter. */
export const storyPartitions = {
  team: (teamId: string, archived = false) => partition(`T#${teamId}#S`, archived),
  status: (statusId: string, archived = false) => partition(`ST#${statusId}`, archived),
  assignee: (teamId: string, userId: string, archived = false) =>
    partition(`T#${teamId}#U#${userId}`, archived),
  sprint: (sprintId: string, archived = false) => partition(`P#${sprintId}`, archived),
  objective: (objectiveId: string, archived = false) => partition(`O#${objectiveId}`, archived),
  /** Stories of a team that last changed on a day (UTC), `2026-11-20`. */
  changed: (teamId: string, day: string, archived = false) => partition(`T#${teamId}#${day}`, archived),
};

export const storySortKey = (id: string): string => storyKey(id).pk;
export const storyIdOf = storyKind.idOf;
export const storyTeamOf = (item: Item): string => item['teamId'] as string;

export const getStoryItem = (read: Reader, id: string) => read.get(storyKey(id));

/** Story items by their keys, as lists show them: documents and long descriptions, no index attributes. */
export const getListedStoryItems = (read: Reader, keys: readonly Key[]) =>
  read.getMany(keys, ['doc', 'nulls', 'longText', 'teamId']);

/** Story items by their keys, as analyses need them: without long descriptions, with their start. */
export const getStoryItemsForAnalysis = (read: Reader, keys: readonly Key[]) =>
  read.getMany(keys, ['doc', 'nulls', 'startedAt']);

/** The key of the story with a number in a team, eventually consistent, or undefined. */
export async function findStoryKey(
  read: Reader,
  teamId: string,
  sequenceId: number,
): Promise<Key | undefined> {
  const [key] = await read.query({ index: 'number', partition: `T#${teamId}`, at: sequenceId, limit: 1 });
  return key;
}

/** The ids of all stories of a team, the archived ones too, eventually consistent. */
export async function findStoryIds(read: Reader, teamId: string): Promise<string[]> {
  const keys = await read.query({ index: 'number', partition: `T#${teamId}`, limit: 1_000_000 });
  return keys.map(storyIdOf);
}

/** Up to `limit` keys of stories whose parent is the given one, eventually consistent. */
export const findChildKeys = (read: Reader, parentId: string, limit: number) =>
  read.query({ index: 'parent', partition: storyKey(parentId).pk, limit });

export const toStoryJson = (item: Item) => document.json(item);
export const toStory = (item: Item) => document.read(item);

/** When work on a story began, for analyses; it is kept beside the resource, which does not show it. */
export const startedAtOf = (item: Item) => item['startedAt'] as string | undefined;

function storyItem(story: Story, startedAt: string | undefined): Item {
  const { id, teamId, sequenceId, statusId, assigneeId, sprintId, objectiveId, parentId, updatedAt } = story;
  const archived = story.archivedAt !== null;
  return {
    ...storyKey(id),
    ...document.write(story),
    teamId,
    updatedAt,
    inList: storyPartitions.team(teamId, archived),
    inNumber: `T#${teamId}`,
    number: sequenceId,
    inStatus: storyPartitions.status(statusId, archived),
    inChanged: storyPartitions.changed(teamId, updatedAt.slice(0, 10), archived),
    ...(assigneeId ? { inAssignee: storyPartitions.assignee(teamId, assigneeId, archived) } : {}),
    ...(sprintId ? { inSprint: storyPartitions.sprint(sprintId, archived) } : {}),
    ...(objectiveId ? { inObjective: storyPartitions.objective(objectiveId, archived) } : {}),
    ...(parentId ? { inParent: storyKey(parentId).pk } : {}),
    ...(startedAt ? { startedAt } : {}),
  };
}

export const putStory = (story: Story, startedAt?: string): Change => ({
  put: storyItem(story, startedAt),
  if: 'absent',
});

/**
 * Puts a changed story in the place of the version it was made from, whose start it keeps unless another is
 * given; `stale` is thrown when that version is gone.
 */
export const replaceStory = (
  story: Story,
  previous: Item,
  stale: (current: Item | undefined) => Error,
  { startedAt }: { startedAt: string | undefined } = { startedAt: startedAtOf(previous) },
): Change => ({
  put: storyItem(story, startedAt),
  if: { equals: { updatedAt: previous['updatedAt'] } },
  onConditionFailed: stale,
});

export const deleteStoryItem = (story: Pick<Story, 'id' | 'updatedAt'>, stale: () => Error): Change => ({
  delete: storyKey(story.id),
  if: unchangedSince(story),
  onConditionFailed: stale,
});

const unchangedSince = ({ updatedAt }: Pick<Story, 'updatedAt'>): Condition => ({ equals: { updatedAt } });

/** Lets a write go through only while a story exists. */
export const storyExists = (id: string, gone: () => Error): Change => ({
  check: storyKey(id),
  if: 'present',
  onConditionFailed: gone,
});

/**
 * Lets a story take no more comments, before its deletion takes those it has. Any change of the story opens
 * it again, since that puts it whole.
 */
export const closeStory = (story: Pick<Story, 'id' | 'updatedAt'>, stale: () => Error): Change => ({
  update: storyKey(story.id),
  with: { set: { closing: true } },
  if: unchangedSince(story),
  onConditionFailed: stale,
});

/** Lets a write go through only while a story exists and its deletion has not begun. */
export const storyIsOpen = (id: string, refused: (current: Item | undefined) => Error): Change => ({
  check: storyKey(id),
  if: { equals: { closing: undefined } },
  onConditionFailed: refused,
});

/** One step up from a story: its parent's key, if it has one. */
export const parentKeyOf = (item: Item): Key | undefined =>
  item['inParent'] === undefined ? undefined : entityKey(item['inParent'] as string);

/** Lets a write go through only while a story still has the parent that was read. */
export const parentUnchanged = (item: Item, writeConflict: () => Error): Change => ({
  check: { pk: item.pk, sk: item.sk },
  if: { equals: { inParent: item['inParent'] } },
  onConditionFailed: writeConflict,
});
