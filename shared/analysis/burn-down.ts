import { remainingAdded, remainingSizeAdded, type Day } from '../counts/days.ts';
import type { Tally } from '../counts/story-counts.ts';
import { MAX_DAYS, type Amount, type BurnDownDay } from './analysis.ts';
import { dayNumber, daysFrom, dayText, rounded } from './calendar.ts';

export interface BurnDownInput {
  /** What happened, by the day. */
  days: ReadonlyMap<string, Day>;
  /** What is there now. */
  tally: Tally;
  /** The days, as numbers, on which the ideal line begins and ends; without an end there is no line. */
  start: number;
  end: number | null;
  today: number;
}

/** What remains, as stories and as their size in hundredths. */
interface Remaining {
  stories: number;
  size: number;
}

/**
 * The days of a burn-down. What remained at the end of a day is what remains now without all that came after
 * it, so the line ends where the counters stand, whatever the days do not tell of before.
 */
export function burnDownOf(input: BurnDownInput, shown: { first: number; last: number }): BurnDownDay[] {
  const { days, start, end, today } = input;
  const committed = committedOn(input);
  return daysFrom(shown.first, shown.last).map((day) => {
    const happened = days.get(dayText(day)) ?? {};
    return {
      day: dayText(day),
      remaining: day > today ? null : amountOf(remainingAfter(day, input)),
      ideal: end === null ? null : idealOn(day, { committed, start, end }),
      added: amount(happened.added, happened.addedSize),
      removed: amount(happened.removed, happened.removedSize),
      reestimated: (happened.resized ?? 0) / 100,
      completed: amount(happened.completed, happened.completedSize),
      reopened: amount(happened.reopened, happened.reopenedSize),
    };
  });
}

/** What remains now. */
export function remainingOf(tally: Tally): Amount {
  return amountOf(remainingNow(tally));
}

/** Whether the days tell of all that remains. They do not where counting was repaired, or before they were kept. */
export function isComplete({ days, tally }: Pick<BurnDownInput, 'days' | 'tally'>): boolean {
  const told = sumOf([...days.values()]);
  const { stories, size } = remainingNow(tally);
  return told.stories === stories && told.size === size;
}

/** The days to show: all from start to end, or where these are too many, the newest of them. */
export function shownDays(start: number, end: number, today: number): { first: number; last: number } {
  const last = Math.min(end, Math.max(today, start + MAX_DAYS - 1));
  return { first: Math.max(start, last - MAX_DAYS + 1), last };
}

function remainingNow({ counts, remainingSize }: Tally): Remaining {
  const stories = counts.backlog + counts.unstarted + counts.started;
  return { stories, size: Math.round(remainingSize * 100) };
}

function remainingAfter(day: number, { days, tally }: BurnDownInput): Remaining {
  const later = [...days].filter(([text]) => dayNumber(text) > day).map(([, happened]) => happened);
  const [now, since] = [remainingNow(tally), sumOf(later)];
  return { stories: now.stories - since.stories, size: now.size - since.size };
}

/** What the ideal line begins at: the scope of the first day, or where that was empty, of the first that was not. */
function committedOn(input: BurnDownInput): Remaining {
  const { days, start } = input;
  const onStart = scopeOn(start, input);
  if (onStart.stories > 0) return onStart;
  const filled = [...days].filter(([, { added = 0 }]) => added > 0).map(([text]) => dayNumber(text));
  const first = filled.filter((day) => day > start).sort((a, b) => a - b)[0];
  return first === undefined ? onStart : scopeOn(first, input);
}

/** What remained when a day began, with what its scope changed by in it. */
function scopeOn(day: number, input: BurnDownInput): Remaining {
  const { stories, size } = remainingAfter(day - 1, input);
  const happened = input.days.get(dayText(day)) ?? {};
  const { added = 0, addedSize = 0, removed = 0, removedSize = 0, resized = 0 } = happened;
  return { stories: stories + added - removed, size: size + addedSize - removedSize + resized };
}

const sumOf = (days: readonly Day[]): Remaining => ({
  stories: days.reduce((sum, day) => sum + remainingAdded(day), 0),
  size: days.reduce((sum, day) => sum + remainingSizeAdded(day), 0),
});

function idealOn(
  day: number,
  { committed, start, end }: { committed: Remaining; start: number; end: number },
): Amount {
  const left = (end - day) / (end - start + 1);
  const share = Math.min(1, Math.max(0, left));
  return {
    stories: rounded(committed.stories * share),
    points: rounded((committed.size / 100) * share),
  };
}

const amount = (stories = 0, size = 0): Amount => ({ stories, points: size / 100 });
const amountOf = ({ stories, size }: Remaining): Amount => amount(stories, size);
