import type { Change, Check, Condition, Item } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { timeOfId } from '../../kernel/core/id.ts';
import { changeSetText, signatureOf } from '../../kernel/db/signature.ts';
import { inIndex, partitionIn } from '../../kernel/db/table.ts';
import { statusTriagePartition } from '../../identity/statuses/status-store.ts';
import type { Claim } from '../claims/claim.ts';
import {
  claimState,
  claimUpdate,
  keptClaimFields,
  withStoredClaim,
  type ClaimAct,
} from '../claims/claim-store.ts';
import type { Story } from './story.ts';
import {
  firstVersionOf,
  startedAtOf,
  storyDocument,
  storyIndexes,
  storyKeyOf,
  storyPartitions,
  toStory,
} from './story-store.ts';

const writeStory = (story: Story) => storyDocument.write(withStoredClaim(story));

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
  return {
    update: { pk: item.pk, sk: item.sk },
    with: { set: { ...writeStory({ ...toStory(item), claim }), ...set }, remove },
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
  ...inIndex(storyIndexes.number, `T#${story.teamId}`),
  number: story.sequenceId,
  ...(story.parentId ? inIndex(storyIndexes.parent, storyKeyOf(story.parentId).pk) : {}),
});

function storyItem(story: Story, startedAt: string | undefined): Item {
  if (story.triage !== null && story.archivedAt === null)
    return { ...triageItem(story), ...(startedAt ? { startedAt } : {}) };
  const { id, teamId, sequenceId, statusId, assigneeId, sprintId, objectiveId, parentId, updatedAt } = story;
  const { startDate } = story;
  const archived = story.archivedAt !== null;
  const isOpen = !archived && !story.completedAt;
  // The id finds what was changed on the day of its creation, so that a new story is in one index less.
  const createdOn = new Date(timeOfId(id)).toISOString().slice(0, 10);
  const changedOn = updatedAt.slice(0, 10);
  return {
    ...storyKeyOf(id),
    ...writeStory(story),
    teamId,
    updatedAt,
    inList: storyPartitions.team(teamId, archived),
    ...inIndex(storyIndexes.number, `T#${teamId}`),
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
    ...(parentId ? inIndex(storyIndexes.parent, storyKeyOf(parentId).pk) : {}),
    ...(startedAt ? { startedAt } : {}),
    ...(objectiveId && isOpen && startDate && startDate > updatedAt
      ? { ...inIndex(storyIndexes.start, storyPartitions.starts(teamId)), dueAt: startDate }
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
  { startedAt }: { startedAt: string | undefined } = { startedAt: startedAtOf(previous) },
): Change => ({
  put: {
    ...storyItem(story, startedAt),
    ...firstVersionFields(previous),
    ...keptClaimFields(previous),
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

/** Condition that a story still has the parent that was read. */
export const parentUnchanged = (item: Item, writeConflict: () => Error): Change => ({
  check: { pk: item.pk, sk: item.sk },
  if: { equals: inIndex(storyIndexes.parent, partitionIn(storyIndexes.parent, item)) },
  onConditionFailed: writeConflict,
});
