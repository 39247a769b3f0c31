import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { ReplayCall } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, storyKeyOf, storyTeamOf } from '../story/story-store.ts';
import { getTimeEntryItem, toStoredTimeEntry } from './time-entry-store.ts';
import type { StoredTimeEntry, TimeEntry } from './time-entry.ts';

export const STORY_TIME_ENTRIES_PATH = `${WORKSPACE_PATH}/stories/{storyId}/time-entries`;
export const TIME_ENTRY_PATH = `${STORY_TIME_ENTRIES_PATH}/{timeEntryId}`;

/** Reads an entry with its story. */
export const loadTimeEntry = ({
  path,
  read,
}: {
  path: { storyId: string; timeEntryId: string };
  read: Reader;
}) => ({
  story: getStoryItem(read, path.storyId),
  entry: getTimeEntryItem(read, path.timeEntryId),
});

/** Returns an entry of a story that the caller can read; otherwise throws a 404. */
export function readableTimeEntryOrThrow(
  caller: Caller,
  storyId: string,
  loaded: { story: Item | undefined; entry: Item | undefined },
): TimeEntry {
  const story = readableStoryOrThrow(caller, loaded.story);
  const entry = loaded.entry && toStoredTimeEntry(loaded.entry);
  if (entry?.storyId !== storyId) throw notFound('time entry');
  return { ...entry, teamId: storyTeamOf(story) };
}

/** Those of some entries whose stories the caller can read, with the teams that these are in now. */
export async function readableEntries(
  entries: readonly StoredTimeEntry[],
  { caller, read }: { caller: Caller; read: Reader },
): Promise<TimeEntry[]> {
  const keys = entries.map(({ storyId }) => storyKeyOf(storyId));
  const stories = await read.getMany(keys, ['teamId']);
  return entries.flatMap((entry, position) => {
    const story = stories[position];
    if (!story || !caller.teamIds.has(storyTeamOf(story))) return [];
    return [{ ...entry, teamId: storyTeamOf(story) }];
  });
}

/** Names an entry in the record of an idempotency key: its story, and its own id. */
export const recordOfTimeEntry = ({ storyId, id }: Pick<TimeEntry, 'storyId' | 'id'>): string =>
  `${storyId} ${id}`;

/** Returns the entry of an earlier request, as it is now. */
export async function recordedTimeEntry({ caller, read, resourceId }: ReplayCall): Promise<TimeEntry> {
  const [storyId = '', timeEntryId = ''] = resourceId.split(' ');
  const loading = loadTimeEntry({ path: { storyId, timeEntryId }, read });
  const [story, entry] = await Promise.all([loading.story, loading.entry]);
  return readableTimeEntryOrThrow(caller, storyId, { story, entry });
}
