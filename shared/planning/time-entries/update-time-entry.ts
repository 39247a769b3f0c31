import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import type { Item } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { dayOfMember } from './day-of-member.ts';
import {
  loadTimeEntry,
  readableTimeEntryOrThrow,
  recordedTimeEntry,
  recordOfTimeEntry,
  TIME_ENTRY_PATH,
} from './time-entry-access.ts';
import { assertOwnTime, assertStartedBy, timeEntryPatch } from './time-entry-requests.ts';
import { replaceTimeEntry, toStoredTimeEntry } from './time-entry-store.ts';
import { timeEntrySchema } from './time-entry.ts';

export const updateTimeEntry = operation({
  id: 'updateTimeEntry',
  method: 'PATCH',
  path: TIME_ENTRY_PATH,
  tag: 'Time entries',
  summary: 'Change a time entry',
  description:
    'Available to the member who spent the time and to admins who are members of the team. Another startedAt is not after createdAt, and moves the date.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['insufficient_role', 'version_conflict', 'conflict'],
  params: { storyId: uuid(), timeEntryId: uuid() },
  body: timeEntryPatch.schema,
  output: timeEntrySchema,
  load: loadTimeEntry,
  handle: async ({ path, body, loaded, caller, read, now, commit }) => {
    const entry = readableTimeEntryOrThrow(caller, path.storyId, loaded);
    assertOwnTime(caller, entry.memberId);
    if (entry.updatedAt !== body.expectedUpdatedAt) throw timeEntryPatch.conflict(entry, body);
    const changed = timeEntryPatch.apply(entry, body);
    if (body.startedAt !== undefined) {
      assertStartedBy(changed.startedAt, entry.createdAt);
      changed.date = await dayOfMember(read, entry, changed.startedAt);
    }
    const next = nextVersion(entry, changed, now);
    const stale = (current: Item | undefined) =>
      current ? timeEntryPatch.conflict(toStoredTimeEntry(current), body) : notFound('time entry');
    await commit(next === entry ? [] : replaceTimeEntry(next, entry, stale), recordOfTimeEntry(entry));
    return next;
  },
  replay: recordedTimeEntry,
});
