import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { DAY_MS, dayText, FIRST_DAY, utcDay } from '../../kernel/core/date-span.ts';
import { dayInZone, startOfDayInZone } from '../../kernel/core/day-in-zone.ts';
import { insufficientRole, invalidRequest } from '../../kernel/core/errors.ts';
import { memoize, plainDate, timestamp, uuid } from '../../kernel/core/schema.ts';
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
      date: plainDate().optional().meta({
        description:
          "The day that the time counts for: by default that of startedAt in the time zone of the member's working hours. Without startedAt, the time began on it.",
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

/** The first and the last day that it is somewhere in the world at an instant; for two hours of each day, they are three. */
function daysAt(instant: string): [first: string, last: string] {
  const dayAt = (hours: number) => new Date(Date.parse(instant) + hours * HOUR_MS).toISOString().slice(0, 10);
  return [dayAt(OFFSET_HOURS.least), dayAt(OFFSET_HOURS.most)];
}

function isDayOf(date: string, instant: string): boolean {
  const [first, last] = daysAt(instant);
  return first <= date && date <= last;
}

/** Throws a 400 for a day on which an instant is nowhere in the world. */
export function assertDayOf(date: string, startedAt: string): void {
  if (isDayOf(date, startedAt)) return;
  const [first, last] = daysAt(startedAt);
  throw invalidRequest(
    [
      {
        path: 'date',
        message: `must be ${first === last ? first : `from ${first} to ${last}`}, since the time began at ${startedAt}`,
      },
    ],
    'Leave startedAt out to log time of another day, or leave date out.',
  );
}

/**
 * When time began that was spent on a day of a member's zone: so long ago that it ends now, if that is the day there, or
 * else at its noon. Today it began at midnight at the earliest. A day that has begun only elsewhere in the world ends now
 * too, as a member may have set no zone. Throws a 400 for a day that has nowhere begun.
 */
export function startOn(
  date: string,
  minutes: number,
  { now, timeZone }: { now: Date; timeZone: string },
): string {
  const dayOf = (at: string | Date) => dayText(dayInZone(at, timeZone));
  const endingNow = new Date(now.getTime() - minutes * 60_000).toISOString();
  const midnight = startOfDayInZone(utcDay(date), timeZone);
  if (dayOf(now) === date) return endingNow < midnight ? midnight : endingNow;
  if (dayOf(endingNow) === date) return endingNow;
  const noon = new Date(Math.max(FIRST_DAY * DAY_MS, Date.parse(midnight) + 12 * HOUR_MS)).toISOString();
  if (noon <= now.toISOString()) return noon;
  if (isDayOf(date, endingNow)) return endingNow;
  const [, begun] = daysAt(endingNow);
  const last = begun < dayOf(now) ? dayOf(now) : begun;
  throw invalidRequest(
    [{ path: 'date', message: `must not be after ${last}, the last day that has begun` }],
    'Log time once it is spent.',
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
