import { firstIdAt } from '../../kernel/core/id.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { gsi3, gsi5, gsi6, inIndex, itemKind } from '../../kernel/db/table.ts';
import { storedTimeEntrySchema, type StoredTimeEntry, type TimeEntry } from './time-entry.ts';

export const timeEntryDocument = defineDocument(storedTimeEntrySchema);

/** Identifies these items in the table's stream. */
export const timeEntryKind = itemKind('TE#', 'workspace');

/** The minutes spent on a story, written with its entries, so that totals read one item for each story. */
export const totalKind = itemKind('TS#', 'workspace');

/** Indexes with keys only; all sort by id. */
const timeEntryIndexes = { workspace: gsi5, member: gsi3, story: gsi6 } as const;

const partitions = {
  workspace: (workspaceId: string) => `W#${workspaceId}#TE`,
  member: (workspaceId: string, memberId: string) => `W#${workspaceId}#M#${memberId}#TE`,
  story: (storyId: string) => `S#${storyId}#TE`,
};

/** The index and partition of the time of a story, of a member or of a workspace, the last logged first. */
export function entriesOf(of: {
  workspaceId: string;
  memberId?: string | undefined;
  storyId?: string | undefined;
}) {
  const { workspaceId, memberId, storyId } = of;
  if (storyId !== undefined)
    return { index: timeEntryIndexes.story, partitions: [partitions.story(storyId)] };
  if (memberId !== undefined)
    return { index: timeEntryIndexes.member, partitions: [partitions.member(workspaceId, memberId)] };
  return { index: timeEntryIndexes.workspace, partitions: [partitions.workspace(workspaceId)] };
}

/** Up to `limit` entries of a story, the last logged first. Eventually consistent. */
export const findTimeOfStory = (read: Reader, storyId: string, limit: number) =>
  read.query({ index: timeEntryIndexes.story, partition: partitions.story(storyId), limit });

export const timeEntryIdOf = timeEntryKind.idOf;
export const timeEntrySortKey = (id: string): string => timeEntryKind.key(id).pk;
export const toStoredTimeEntry = (item: Item): StoredTimeEntry => timeEntryDocument.read(item);

/** The earliest a day begins anywhere, before its midnight in UTC. */
const EARLIEST_ZONE_MS = 14 * 60 * 60 * 1000;

/** The lowest sort key of the time of a day or later, since time is logged when it is spent or after. */
export const firstSortKeyOf = (day: string): string =>
  timeEntrySortKey(firstIdAt(Math.max(0, Date.parse(day) - EARLIEST_ZONE_MS)));

export const getTimeEntryItem = (read: Reader, id: string) => read.get(timeEntryKind.key(id));

/** Reads entries by key, as lists return them. Eventually consistent; some may be gone. */
export async function getListedEntries(read: Reader, keys: readonly Key[]): Promise<Item[]> {
  const items = await read.getMany(keys, ['doc']);
  return items.filter((item) => item !== undefined);
}

/** The team that the story was in when an entry was last written, for events of one whose story is gone since. */
export const lastTeamOf = (item: Item) => item['teamId'] as string | undefined;

const entryItem = ({ teamId, ...entry }: TimeEntry): Item => ({
  ...timeEntryKind.key(entry.id),
  teamId,
  ...timeEntryDocument.write(entry),
  updatedAt: entry.updatedAt,
  ...inIndex(timeEntryIndexes.workspace, partitions.workspace(entry.workspaceId)),
  ...inIndex(timeEntryIndexes.member, partitions.member(entry.workspaceId, entry.memberId)),
  ...inIndex(timeEntryIndexes.story, partitions.story(entry.storyId)),
});

/** Adds to the minutes of a story. */
const addMinutes = (storyId: string, minutes: number): Change[] =>
  minutes === 0 ? [] : [{ update: totalKind.key(storyId), with: { add: { minutes } } }];

/** Changes that store a new entry, and count it. */
export const putTimeEntry = (entry: TimeEntry): Change[] => [
  { put: entryItem(entry), if: 'absent' },
  ...addMinutes(entry.storyId, entry.minutes),
];

/** Changes that replace an entry with its next version. Throw `stale` if it has changed since it was read. */
export const replaceTimeEntry = (
  entry: TimeEntry,
  previous: StoredTimeEntry,
  stale: (current: Item | undefined) => Error,
): Change[] => [
  {
    put: entryItem(entry),
    if: { equals: { updatedAt: previous.updatedAt } },
    onConditionFailed: stale,
  },
  ...addMinutes(entry.storyId, entry.minutes - previous.minutes),
];

/** Changes that delete an entry. Throw `stale` if it has changed since it was read. */
export const deleteTimeEntryItem = (entry: StoredTimeEntry, stale: () => Error): Change[] => [
  {
    delete: timeEntryKind.key(entry.id),
    if: { equals: { updatedAt: entry.updatedAt } },
    onConditionFailed: stale,
  },
  ...addMinutes(entry.storyId, -entry.minutes),
];

const minutesIn = (total: Item | undefined): number => (total?.['minutes'] as number | undefined) ?? 0;

/** The minutes spent on a story. Strongly consistent. */
export const getMinutes = async (read: Reader, storyId: string): Promise<number> =>
  minutesIn(await read.get(totalKind.key(storyId)));

/** The minutes spent on each of some stories. Eventually consistent. */
export async function getMinutesOfMany(read: Reader, storyIds: readonly string[]): Promise<number[]> {
  const keys = storyIds.map((id) => totalKind.key(id));
  return (await read.getMany(keys, ['minutes'])).map(minutesIn);
}
