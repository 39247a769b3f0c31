import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { loadTimeEntry, readableTimeEntryOrThrow, TIME_ENTRY_PATH } from './time-entry-access.ts';
import { assertOwnTime } from './time-entry-requests.ts';
import { deleteTimeEntryItem } from './time-entry-store.ts';

export const deleteTimeEntry = operation({
  id: 'deleteTimeEntry',
  method: 'DELETE',
  path: TIME_ENTRY_PATH,
  tag: 'Time entries',
  summary: 'Delete a time entry',
  description:
    'Deletes time for good. Available to the member who spent it and to admins who are members of the team.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['insufficient_role', 'conflict'],
  ifMatch: true,
  params: { storyId: uuid(), timeEntryId: uuid() },
  output: deletedSchema,
  load: loadTimeEntry,
  handle: async ({ path, loaded, caller, assertMatch, commit }) => {
    const entry = readableTimeEntryOrThrow(caller, path.storyId, loaded);
    assertOwnTime(caller, entry.memberId);
    assertMatch(entry);
    await commit(deleteTimeEntryItem(entry, writeConflict), entry.id);
    return { id: entry.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
