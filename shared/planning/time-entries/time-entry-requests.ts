import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { insufficientRole, invalidRequest } from '../../kernel/core/errors.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { entryMinutes, entryNote } from './time-entry.ts';

const settable = memoize(() => ({
  minutes: entryMinutes(),
  startedAt: timestamp(),
  note: entryNote(),
}));

export const timeEntryCreateSchema = memoize(() =>
  z
    .strictObject({
      minutes: settable().minutes,
      startedAt: settable()
        .startedAt.optional()
        .meta({ description: 'By default, so long ago that the time ends now.' }),
      date: z.iso.date().optional().meta({
        description:
          "The day that the time counts for, where it began somewhere: by default in the time zone of the member's working hours.",
      }),
      note: settable().note.optional(),
      memberId: uuid().optional().meta({
        description: 'Who spent the time: by default the caller. Only admins can name someone else.',
      }),
    })
    .meta({ id: 'CreateTimeEntryRequest' }),
);

export const timeEntryPatch = definePatch('UpdateTimeEntryRequest', {
  fields: settable,
  cleared: { note: null },
});

/** Throws a 403 unless the time is the caller's own, or the caller is an admin. */
export function assertOwnTime(caller: Caller, memberId: string): void {
  if (caller.principalId === memberId || caller.role === 'admin') return;
  throw insufficientRole(
    'Only admins can log and change the time of others.',
    'admin',
    'Ask the member or an admin who is a member of the team.',
  );
}

const HOUR_MS = 60 * 60 * 1_000;
/** How far clocks of the world are ahead of UTC, in hours. */
const OFFSET_HOURS = { least: -12, most: 14 };

/** Throws a 400 for a day on which an instant is nowhere in the world. */
export function assertDayOf(date: string, startedAt: string): void {
  const dayAt = (hours: number) =>
    new Date(Date.parse(startedAt) + hours * HOUR_MS).toISOString().slice(0, 10);
  const [first, last] = [dayAt(OFFSET_HOURS.least), dayAt(OFFSET_HOURS.most)];
  // For two hours of each day, it is three days somewhere.
  if (first <= date && date <= last) return;
  throw invalidRequest(
    [
      {
        path: 'date',
        message: `must be a day on which it is ${startedAt} somewhere, ${first === last ? first : `${first} to ${last}`}`,
      },
    ],
    'Leave date out, or send a startedAt of that day.',
  );
}

/** Throws a 400 if time was spent after an instant: when it was logged. Lists by date rely on it. */
export function assertStartedBy(startedAt: string, loggedAt: string): void {
  if (startedAt <= loggedAt) return;
  throw invalidRequest(
    [{ path: 'startedAt', message: `must not be after the time is logged, here ${loggedAt}` }],
    'Log time once it is spent; to move an entry to a later day, delete it and log it again.',
  );
}
