import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { loadTimeEntry, readableTimeEntryOrThrow, TIME_ENTRY_PATH } from './time-entry-access.ts';
import { timeEntrySchema } from './time-entry.ts';

export const getTimeEntry = operation({
  id: 'getTimeEntry',
  method: 'GET',
  path: TIME_ENTRY_PATH,
  tag: 'Time entries',
  summary: 'Get a time entry',
  description: 'Returns time that a member spent on a story.',
  scopes: ['stories:read'],
  params: { storyId: uuid(), timeEntryId: uuid() },
  output: timeEntrySchema,
  load: loadTimeEntry,
  handle: async ({ path, loaded, caller }) => readableTimeEntryOrThrow(caller, path.storyId, loaded),
});
