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
      note: settable().note.optional(),
      memberId: uuid().optional().meta({
        description: 'Who spent the time: by default the caller. Only admins can name somebody else.',
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

/** Throws a 400 if time was spent after an instant: when it was logged. Lists by date rely on it. */
export function assertStartedBy(startedAt: string, loggedAt: string): void {
  if (startedAt <= loggedAt) return;
  throw invalidRequest(
    [{ path: 'startedAt', message: `must not be after the time is logged, here ${loggedAt}` }],
    'Log time once it is spent; to move an entry to a later day, delete it and log it again.',
  );
}
