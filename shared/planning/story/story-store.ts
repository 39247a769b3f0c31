import type { Actor } from '../../kernel/core/actor.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { actorIn, changeSetOf, changeSetText, signatureOf, writerOf } from '../../kernel/db/signature.ts';
import { gsi1, gsi3, gsi4, gsi5, gsi6, gsi7, gsi8, gsi9, inIndex } from '../../kernel/db/table.ts';
import { statusIndex, statusPartition, statusTriagePartition } from '../../identity/status/status-store.ts';
import { firstIdAt, timeOfId } from '../../kernel/core/id.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { withHeldClaim, type Claim } from '../story-parts/claim.ts';
import {
  claimState,
  claimUpdate,
  keptClaimFields,
  withStoredClaim,
  withWholeClaim,
  workersAfter,
  type ClaimAct,
} from '../story-parts/claim-store.ts';
import { withTriageAt } from '../story-parts/triage.ts';
import { storyKind } from '../story-parts/story-kind.ts';
import { storySchema, type Story } from './story.ts';
import type { Key, Item, Reader, Condition, Change, Check } from '../../kernel/core/database.ts';

export const storyDocument = defineDocument(storySchema, {
  longText: 'description',
  added: { customFields: {}, links: [], rank: null },
});

export { storyKind };
export const storyKeyOf = storyKind.key;

/** Indexes of stories by what they are found by; the sort key of the start is `dueAt`. */
export const storyIndexes = {
  number: gsi1,
  status: statusIndex,
  assignee: gsi3,
  sprint: gsi4,
  objective: gsi5,
  parent: gsi6,
  changed: gsi7,
  start: gsi8,
  rank: gsi9,
} as const;

/** Archived stories have their own partitions in every index except that of numbers. */
const partition = (name: string, archived: boolean): string => (archived ? `${name}#X` : name);

/** Names the index partitions of stories; a list picks the one for its filter. */
export const storyPartitions = {
  team: (teamId: string, archived = false) => partition(`T#${teamId}#S`, archived),
  /** Stories in triage, which lists of stories do not read. */
  triage: (teamId: string) => `T#${teamId}#S#T`,
  status: statusPartition,
  assignee: (teamId: string, userId: string, archived = false) =>
    partition(`T#${teamId}#U#${userId}`, archived),
  sprint: (sprintId: string, archived = false) => partition(`P#${sprintId}`, archived),
  objective: (objectiveId: string, archived = false) => partition(`O#${objectiveId}`, archived),
  /** Stories of a team last changed on a UTC day, such as `2026-11-20`, other than the day of their id. */
  changed: (teamId: string, day: string, archived = false) => partition(`T#${teamId}#${day}`, archived),
  number: (teamId: string) => `T#${teamId}`,
  parent: (parentId: string) => storyKeyOf(parentId).pk,
  /** Stories of a team's objectives by their start dates, as far as ahead at the last change. */
  start: (teamId: string) => `T#${teamId}#STARTS`,
  /** The ranked stories of a team, in their order. */
  ranks: (teamId: string) => `T#${teamId}#RANKS`,
};

export const storySortKey = (id: string): string => storyKeyOf(id).pk;
/** The lowest sort key of stories whose ids were made at a moment, in milliseconds since 1970, or later. */
export const firstStorySortKeyAt = (at: number): string => storySortKey(firstIdAt(at));
export const storyIdOf = storyKind.idOf;
export const storyTeamOf = (item: Item): string => item['teamId'] as string;

export const getStoryItem = (read: Reader, id: string) => read.get(storyKeyOf(id));

/**
 * Reads story items by key, as lists return them: documents and long descriptions, without index attributes.
 */
export const getListedStoryItems = (read: Reader, keys: readonly Key[]) =>
  read.getMany(keys, ['doc', 'longText', 'teamId']);

/** Reads story items by key for analyses: without long descriptions, with their start. */
export const getStoryItemsForAnalysis = (read: Reader, keys: readonly Key[]) =>
  read.getMany(keys, ['doc', 'startedAt']);

/** When work on stories started, by their ids, of those where it has. */
export async function getStoryStarts(
  read: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const items = await read.getMany(ids.map(storyKeyOf), ['startedAt']);
  const starts = ids.map((id, at) => [id, items[at] && startedAtOf(items[at])] as const);
  return new Map(starts.flatMap(([id, start]) => (start === undefined ? [] : [[id, start] as const])));
}

/** The rank by which the index of ranks finds a story. */
export const rankIn = (item: Item) => item['rank'] as string | undefined;

/** The start date by which forecasts find a story; undefined if none waits for it. */
export const awaitedStartOf = (item: Item) => item['dueAt'] as string | undefined;

export const toStory = (item: Item): Story => withWholeClaim(storyDocument.read(item));
const writeStory = (story: Story) => storyDocument.write(withStoredClaim(story));

/** A story as the API returns it at a time: with its claim, if one holds, and its triage. */
export const storyAt = (story: Story, now: Date): Story => withTriageAt(withHeldClaim(story, now), now);
export const showStory = (item: Item, now: Date): Story => storyAt(toStory(item), now);

/** When work on a story started, for analyses; stored next to the resource, which does not include it. */
export const startedAtOf = (item: Item) => item['startedAt'] as string | undefined;

/** The most changes of a story's start that it records (story-starts.ts). */
const STARTS_MAX = 20;

/** The changes of the start that the next version records: the version that each made, and the start before it, if there was one. */
function startsAfter(previous: Item, startedAt: string | undefined, version: string): { starts?: unknown } {
  const before = startedAtOf(previous);
  const { starts = [] } = previous as Item & { starts?: unknown[] };
  const isKept = before === undefined || before === startedAt;
  const next = isKept ? starts : [...starts, [version, before]].slice(-STARTS_MAX);
  return next.length > 0 ? { starts: next } : {};
}

/** The first version of a story: when it was stored, and by whom. */
interface FirstVersion {
  at: string;
  actor: Actor;
  changeSetId: string | undefined;
}

const timeOf = (id: string): string => new Date(timeOfId(id)).toISOString();

/**
 * The first version of a story, from its item; undefined for a story that was changed before items recorded it, whose
 * history has an entry for it.
 */
export function firstVersionOf(item: Item): FirstVersion | undefined {
  const at = timeOf(storyIdOf(item));
  if (item['updatedAt'] === at) return { at, actor: writerOf(item), changeSetId: changeSetOf(item) };
  const { madeBy, madeIn } = item;
  if (madeBy === undefined) return undefined;
  return { at, actor: actorIn(madeBy), changeSetId: changeSetOf({ ...item, changeSet: madeIn }) };
}

/** What later versions keep of the first one. */
function firstVersionFields(previous: Item): { madeBy?: string; madeIn?: string } {
  const first = firstVersionOf(previous);
  if (!first) return {};
  const { actor, changeSetId } = first;
  const madeIn = changeSetId === undefined ? {} : { madeIn: changeSetText(changeSetId) };
  return { madeBy: signatureOf(actor), ...madeIn };
}

/** Condition that a story and its claim are still as they were read. */
const versionUnchanged = (item: Item): Condition => ({
  equals: { updatedAt: item['updatedAt'], ...claimState(item) },
});

/** Makes, renews or with null ends the claim of a story, which is no change of the story: its version stays. */
export const setClaim = (item: Item, claim: Claim | null, act: ClaimAct, lost: () => Error): Change => {
  const { set, remove } = claimUpdate(item, claim, act);
  const story = toStory(item);
  const next = { ...story, claim };
  return {
    update: { pk: item.pk, sk: item.sk },
    with: { set: { ...writeStory(next), ...set, ...workersAfter(item, story, next) }, remove },
    if: { equals: { doc: item['doc'], ...claimState(item) } },
    onConditionFailed: lost,
  };
};

/** A story in triage: found in the triage of its team, by its number and by its parent only, and to see that its status is in use. */
const triageItem = (story: Story): Item => ({
  ...storyKeyOf(story.id),
  ...writeStory(story),
  teamId: story.teamId,
  updatedAt: story.updatedAt,
  inList: storyPartitions.triage(story.teamId),
  ...inIndex(storyIndexes.status, statusTriagePartition(story.statusId)),
  ...inIndex(storyIndexes.number, storyPartitions.number(story.teamId)),
  number: story.sequenceId,
  ...(story.parentId ? inIndex(storyIndexes.parent, storyPartitions.parent(story.parentId)) : {}),
});

/** A story as the table has it; `startedAt` is when its work started, if it has. */
export function storyItem(story: Story, startedAt: string | undefined): Item {
  if (story.triage !== null && story.archivedAt === null)
    return { ...triageItem(story), ...(startedAt ? { startedAt } : {}) };
  const { id, teamId, sequenceId, statusId, assigneeId, sprintId, objectiveId, parentId, updatedAt } = story;
  const { startDate, rank } = story;
  const archived = story.archivedAt !== null;
  const isOpen = !archived && !story.completedAt;
  // The id finds what was changed on the day of its creation, so that a new story is in one index less.
  const createdOn = timeOf(id).slice(0, 10);
  const changedOn = updatedAt.slice(0, 10);
  return {
    ...storyKeyOf(id),
    ...writeStory(story),
    teamId,
    updatedAt,
    inList: storyPartitions.team(teamId, archived),
    ...inIndex(storyIndexes.number, storyPartitions.number(teamId)),
    number: sequenceId,
    ...inIndex(storyIndexes.status, storyPartitions.status(statusId, archived)),
    ...(changedOn === createdOn
      ? {}
      : inIndex(storyIndexes.changed, storyPartitions.changed(teamId, changedOn, archived))),
    ...(assigneeId
      ? inIndex(storyIndexes.assignee, storyPartitions.assignee(teamId, assigneeId, archived))
      : {}),
    ...(sprintId ? inIndex(storyIndexes.sprint, storyPartitions.sprint(sprintId, archived)) : {}),
    ...(objectiveId ? inIndex(storyIndexes.objective, storyPartitions.objective(objectiveId, archived)) : {}),
    ...(parentId ? inIndex(storyIndexes.parent, storyPartitions.parent(parentId)) : {}),
    ...(rank !== null && !archived
      ? { ...inIndex(storyIndexes.rank, storyPartitions.ranks(teamId)), rank }
      : {}),
    ...(startedAt ? { startedAt } : {}),
    ...(objectiveId && isOpen && startDate && startDate > updatedAt
      ? { ...inIndex(storyIndexes.start, storyPartitions.start(teamId)), dueAt: startDate }
      : {}),
  };
}

export const putStory = (story: Story, startedAt?: string): Change => ({
  put: storyItem(story, startedAt),
  if: 'absent',
});

/**
 * Puts a deleted story back with its next version, unless there is one. Its last claim has ended; the next one has a
 * higher number.
 */
export const restoreStoryItem = (story: Story, deleted: Item, exists: () => Error): Change => {
  const { lease: _, ...claims } = keptClaimFields(deleted);
  return {
    put: { ...storyItem(story, startedAtOf(deleted)), ...claims },
    if: 'absent',
    onConditionFailed: exists,
  };
};

/**
 * Replaces a story with its next version, keeping its recorded start unless another is given. Throws `stale`
 * if the previous version is no longer current, and WriteConflict if only its claim has changed.
 */
export const replaceStory = (
  story: Story,
  previous: Item,
  stale: (current: Item | undefined) => Error,
  { startedAt, ...also }: { startedAt: string | undefined; workers?: readonly string[] } = {
    startedAt: startedAtOf(previous),
  },
): Change => ({
  put: {
    ...storyItem(story, startedAt),
    ...startsAfter(previous, startedAt, story.updatedAt),
    ...firstVersionFields(previous),
    ...keptClaimFields(previous),
    ...also,
  },
  if: versionUnchanged(previous),
  onConditionFailed: (current) =>
    current?.['updatedAt'] === previous['updatedAt'] ? writeConflict() : stale(current),
});

/** Deletes a story. Throws `stale` if the story or its claim is no longer as it was read. */
export const deleteStoryItem = (item: Item, stale: () => Error): Change => ({
  delete: { pk: item.pk, sk: item.sk },
  if: versionUnchanged(item),
  onConditionFailed: stale,
});

/** Condition that a story is still the version that was read. */
export const storyUnchanged = (item: Item, stale: () => Error): Check => ({
  check: { pk: item.pk, sk: item.sk },
  if: { equals: { updatedAt: item['updatedAt'] } },
  onConditionFailed: stale,
});

/** Sets the scheduler's finding, which is no change of the story: its version stays. */
export const setSchedulingStatus = (
  item: Item,
  autoSchedulingStatus: Story['autoSchedulingStatus'],
  stale: () => Error,
): Change => ({
  update: { pk: item.pk, sk: item.sk },
  with: { set: { ...writeStory({ ...toStory(item), autoSchedulingStatus }) } },
  if: versionUnchanged(item),
  onConditionFailed: stale,
});

/** Condition that a story exists. */
export const storyExists = (id: string, gone: () => Error): Change => ({
  check: storyKeyOf(id),
  if: 'present',
  onConditionFailed: gone,
});

/**
 * Closes a story to new comments before its deletion deletes the existing ones. Any update reopens it,
 * because updates replace the whole item.
 */
export const closeStory = (item: Item, stale: () => Error): Change => ({
  update: { pk: item.pk, sk: item.sk },
  with: { set: { closing: true } },
  if: versionUnchanged(item),
  onConditionFailed: stale,
});

/** Condition that a story exists in a team and is not being deleted. */
export const storyIsOpen = (
  id: string,
  teamId: string,
  refused: (current: Item | undefined) => Error,
): Check => ({
  check: storyKeyOf(id),
  if: { equals: { closing: undefined, teamId } },
  onConditionFailed: refused,
});
