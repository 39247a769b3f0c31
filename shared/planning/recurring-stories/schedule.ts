import { invalidRequest } from '../../kernel/core/errors.ts';
import { addDays, dayIn, latest } from '../cadences/slots.ts';
import { datesAfter } from '../recurrence/due-dates.ts';
import type { RecurringStory } from './recurring-story.ts';

/** The number of due dates that are shown ahead. */
const SHOWN = 5;

type Dates = Pick<RecurringStory, 'nextDueDate' | 'nextDueDates'>;

/** The due dates after a day; none while it is paused. */
export function datesOf(recurring: RecurringStory, doneThrough: string): Dates {
  const nextDueDates = recurring.paused ? [] : datesAfter(recurring, doneThrough, SHOWN);
  return { nextDueDate: nextDueDates[0] ?? null, nextDueDates };
}

/**
 * A recurring story that is new or whose recurrence has changed, with its due dates from today on: what was due before
 * is not made any more. Throws a 400 for a rule without dates.
 */
export function rescheduled(
  recurring: RecurringStory,
  doneThrough: string | undefined,
  now: Date,
): { recurring: RecurringStory; doneThrough: string } {
  const yesterday = addDays(dayIn(now, recurring.timeZone), -1);
  const through = latest(yesterday, doneThrough ?? yesterday);
  const dates = datesOf({ ...recurring, paused: false }, through);
  const mustHave = doneThrough === undefined || !recurring.paused;
  if (mustHave && dates.nextDueDate === null)
    throw invalidRequest([{ path: 'rule', message: WITHOUT_DATES }]);
  return {
    recurring: { ...recurring, ...datesOf(recurring, through) },
    doneThrough: through,
  };
}

const WITHOUT_DATES = 'must have a date from today on, and not after endDate, within 40 years';
