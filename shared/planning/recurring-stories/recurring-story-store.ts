import type { Change, Item, Reader } from '../../kernel/core/database.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { jobKind, type Job } from '../../kernel/jobs/job-store.ts';
import { recurringStorySchema, type RecurringStory } from './recurring-story.ts';

export const recurringStoryDocument = defineDocument(recurringStorySchema);

/** Identifies these items in the table's stream. */
export const recurringStoryKind = itemKind('RS#', 'team');

export const recurringStoriesOfTeam = (teamId: string): string => `T#${teamId}#RS`;
export const recurringStorySortKey = (id: string): string => recurringStoryKind.key(id).pk;
export const recurringStoryIdOf = recurringStoryKind.idOf;

/** The job that makes the stories of one. */
export const jobOf = (id: string, workspaceId?: string): Job => ({
  name: 'recurring_story',
  ownerId: id,
  workspaceId,
});

export const toRecurringStory = (item: Item): RecurringStory => recurringStoryDocument.read(item);

/** The last day whose story was made or left out. */
export const doneThroughOf = (item: Item): string => item['doneThrough'] as string;

export const getRecurringStoryItem = (read: Reader, id: string) => read.get(recurringStoryKind.key(id));

/** Up to `limit` recurring stories of a team, for their number. Eventually consistent. */
export const findRecurringStories = (read: Reader, teamId: string, limit: number) =>
  read.query({ index: 'list', partition: recurringStoriesOfTeam(teamId), limit });

const recurringStoryItem = (recurring: RecurringStory, doneThrough: string): Item => ({
  ...recurringStoryKind.key(recurring.id),
  ...recurringStoryDocument.write(recurring),
  inList: recurringStoriesOfTeam(recurring.teamId),
  teamId: recurring.teamId,
  updatedAt: recurring.updatedAt,
  doneThrough,
});

export const putRecurringStory = (recurring: RecurringStory, doneThrough: string): Change => ({
  put: recurringStoryItem(recurring, doneThrough),
  if: 'absent',
});

/** Replaces one with its next version. Throws `stale` if it has changed since it was read, also by a story made. */
export const replaceRecurringStory = (
  recurring: RecurringStory,
  doneThrough: string,
  previous: Item,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: recurringStoryItem(recurring, doneThrough),
  if: {
    equals: { updatedAt: previous['updatedAt'], doc: previous['doc'], doneThrough: doneThroughOf(previous) },
  },
  onConditionFailed: stale,
});

/** Marks the days through one as done. Its version stays, unless the outcome differs from that of the day before. */
export const markDone = (
  previous: Item,
  next: RecurringStory,
  doneThrough: string,
  moved: () => Error,
): Change => ({
  update: { pk: previous.pk, sk: previous.sk },
  with: {
    set: { ...recurringStoryDocument.write(next), updatedAt: next.updatedAt, doneThrough },
  },
  if: { equals: { doc: previous['doc'], doneThrough: doneThroughOf(previous) } },
  onConditionFailed: moved,
});

/** Deletes one, with its job. Throws `stale` if it has changed since it was read. */
export const deleteRecurringStoryItem = (
  { id, updatedAt }: Pick<RecurringStory, 'id' | 'updatedAt'>,
  stale: () => Error,
): Change[] => [
  { delete: recurringStoryKind.key(id), if: { equals: { updatedAt } }, onConditionFailed: stale },
  deleteJob(id),
];

const deleteJob = (id: string): Change => {
  const { name, ownerId } = jobOf(id);
  return { delete: jobKind.key(`${name}#${ownerId}`) };
};

/** Deletes one of a deleted team, with its job. */
export const deleteRecurringStoryOfTeam = (item: Item): Change[] => [
  { delete: { pk: item.pk, sk: item.sk } },
  deleteJob(recurringStoryIdOf(item)),
];
