import * as z from 'zod';
import { memoize, text, timestamp, uuid } from '../../kernel/core/schema.ts';

/** The longest time of one entry, which is a day, and the longest note. */
export const TIME_ENTRY_MAX_MINUTES = 24 * 60;
export const TIME_ENTRY_NOTE_MAX_CHARACTERS = 500;

export const entryMinutes = () =>
  z
    .int({ error: 'must be a whole number of minutes', abort: true })
    .min(1, { error: 'must be at least 1' })
    .max(TIME_ENTRY_MAX_MINUTES, { error: `must be at most ${TIME_ENTRY_MAX_MINUTES}, which are a day` });

export const entryNote = () => text({ max: TIME_ENTRY_NOTE_MAX_CHARACTERS, multiline: true });

const stored = memoize(() => ({
  id: uuid(),
  workspaceId: uuid(),
  storyId: uuid(),
  memberId: uuid().meta({ description: 'Who spent the time.' }),
  startedAt: timestamp(),
  date: z.iso.date().meta({
    description:
      "The day that it counts for: of startedAt in the member's time zone, unless another one was sent.",
  }),
  minutes: entryMinutes(),
  note: entryNote().nullable(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}));

export const storedTimeEntrySchema = memoize(() => z.object(stored()));
export type StoredTimeEntry = z.output<ReturnType<typeof storedTimeEntrySchema>>;

export const timeEntrySchema = memoize(() =>
  z
    .object({
      ...stored(),
      teamId: uuid().meta({ description: 'The team that the story is in now.' }),
    })
    .meta({ id: 'TimeEntry', description: 'Time that a member spent on a story.' }),
);

export type TimeEntry = z.output<ReturnType<typeof timeEntrySchema>>;
