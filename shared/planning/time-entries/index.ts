import { createTimeEntry } from './create-time-entry.ts';
import { deleteTimeEntry } from './delete-time-entry.ts';
import { getTimeEntry } from './get-time-entry.ts';
import { getTimeSpent } from './get-time-spent.ts';
import { listStoryTimeEntries } from './list-story-time-entries.ts';
import { listTimeEntries } from './list-time-entries.ts';
import { updateTimeEntry } from './update-time-entry.ts';

export const timeEntryOperations = [
  listStoryTimeEntries,
  createTimeEntry,
  getTimeEntry,
  updateTimeEntry,
  deleteTimeEntry,
  listTimeEntries,
  getTimeSpent,
];
