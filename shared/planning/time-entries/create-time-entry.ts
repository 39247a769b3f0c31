import { operation } from '../../kernel/api/operation/operation.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { conflict, invalidReference, notFound, writeConflict } from '../../kernel/core/errors.ts';
import { dayText } from '../../kernel/core/date-span.ts';
import { dayInZone } from '../../kernel/core/day-in-zone.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, storyTeamOf, storyIsOpen } from '../story/story-store.ts';
import { readWorkingHours } from '../scheduling/working-time/working-time-store.ts';
import { recordedTimeEntry, recordOfTimeEntry, STORY_TIME_ENTRIES_PATH } from './time-entry-access.ts';
import {
  assertDayOf,
  assertOwnTime,
  assertStartedBy,
  startOn,
  timeEntryCreateSchema,
} from './time-entry-requests.ts';
import { putTimeEntry } from './time-entry-store.ts';
import { timeEntrySchema } from './time-entry.ts';

export const createTimeEntry = operation({
  id: 'createTimeEntry',
  method: 'POST',
  path: STORY_TIME_ENTRIES_PATH,
  tag: 'Time entries',
  summary: 'Log time spent on a story',
  description:
    'Adds time that the caller spent on a story; admins can log that of other members of its team. Estimates and forecasts do not change.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['insufficient_role', 'invalid_reference', 'conflict'],
  params: { storyId: uuid() },
  body: timeEntryCreateSchema,
  output: timeEntrySchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path: { storyId }, body, loaded, caller, read, now, newId, commit }) => {
    const teamId = storyTeamOf(readableStoryOrThrow(caller, loaded.story));
    const { workspaceId } = caller;
    const { minutes, note = null, memberId = caller.principalId } = body;
    assertOwnTime(caller, memberId);
    if (memberId !== caller.principalId) await assertInTeam(read, { workspaceId, memberId, teamId });
    const createdAt = now.toISOString();
    const { timeZone } = await readWorkingHours(read, { workspaceId, memberId });
    const endingNow = () => new Date(now.getTime() - minutes * 60_000).toISOString();
    const startedAt =
      body.startedAt ??
      (body.date === undefined ? endingNow() : startOn(body.date, minutes, { now, timeZone }));
    assertStartedBy(startedAt, createdAt);
    if (body.date !== undefined) assertDayOf(body.date, startedAt);
    const date = body.date ?? dayText(dayInZone(startedAt, timeZone));
    const id = newId();
    const times = { startedAt, date, minutes, note, createdAt, updatedAt: createdAt };
    const entry = { id, workspaceId, storyId, teamId, memberId, ...times };
    const isOpen = storyIsOpen(storyId, teamId, (current) => refusedByStory(current, teamId));
    await commit([isOpen, ...putTimeEntry(entry)], recordOfTimeEntry(entry));
    return entry;
  },
  replay: recordedTimeEntry,
});

async function assertInTeam(
  read: Reader,
  { workspaceId, memberId, teamId }: { workspaceId: string; memberId: string; teamId: string },
): Promise<void> {
  const membership = await readMembership(read, workspaceId, memberId);
  if (membership?.teamIds.has(teamId)) return;
  throw invalidReference([{ path: 'memberId', message: "is not a member of the story's team" }]);
}

function refusedByStory(story: Item | undefined, teamId: string): Error {
  if (!story) return notFound('story');
  if (storyTeamOf(story) !== teamId) return writeConflict();
  return conflict(
    'The story is being deleted.',
    'To keep the story, update it; time can then be logged again.',
  );
}
