import { dayText, utcDay } from '../../kernel/core/date-span.ts';
import { remainingAdded, remainingSizeAdded, type Day } from '../counts/days.ts';
import type { Tally } from '../counts/story-counts.ts';
import { DAYS_MAX, type Amount, type BurnDownDay } from './analysis.ts';
import { daysFrom, roundToHundredths } from './calendar.ts';

export interface BurnDownInput {
  /** Changes by day. */
  days: ReadonlyMap<string, Day>;
  /** The current counts. */
  tally: Tally;
  /** Day numbers at which the ideal line starts and ends; without an end there is no line. */
  start: number;
  end: number | null;
  /** The days on which the ideal line falls; null for all of them. */
  worked: readonly number[] | null;
  today: number;
}

/** Remaining work: number of stories, and size in hundredths. */
interface Remaining {
  stories: number;
  size: number;
}

/**
 * The days of a burn-down. Remaining work at the end of a day is computed backwards: current remaining work
 * minus all later changes. So the line always ends at the current counts, even if older days are incomplete.
 */
export function burnDownOf(input: BurnDownInput, shown: { first: number; last: number }): BurnDownDay[] {
  const { days, start, end, worked, today } = input;
  const { scope: committed } = commitmentOf(input);
  return daysFrom(shown.first, shown.last).map((day) => {
    const happened = days.get(dayText(day)) ?? {};
    return {
      day: dayText(day),
      remaining: day > today ? null : amountOf(remainingAfter(day, input)),
      ideal: end === null ? null : idealOn(day, { committed, start, end, worked }),
      added: amount(happened.added, happened.addedSize),
      removed: amount(happened.removed, happened.removedSize),
      reestimated: (happened.resized ?? 0) / 100,
      completed: amount(happened.completed, happened.completedSize),
      reopened: amount(happened.reopened, happened.reopenedSize),
    };
  });
}

/** The current remaining work. */
export function remainingOf(tally: Tally): Amount {
  return amountOf(remainingNow(tally));
}

/**
 * Whether the recorded days account for all remaining work. They do not for work from before days were recorded, nor
 * after a recount has recreated them.
 */
export function isComplete({ days, tally }: Pick<BurnDownInput, 'days' | 'tally'>): boolean {
  const totals = sumOf([...days.values()]);
  const { stories, size } = remainingNow(tally);
  return !tally.daysRemade && totals.stories === stories && totals.size === size;
}

/** The days to return: all from start to end or, if there are too many, the newest. */
export function shownDays(start: number, end: number, today: number): { first: number; last: number } {
  const last = Math.min(end, Math.max(today, start + DAYS_MAX - 1));
  return { first: Math.max(start, last - DAYS_MAX + 1), last };
}

function remainingNow({ counts, remainingSize }: Tally): Remaining {
  const stories = counts.backlog + counts.unstarted + counts.started;
  return { stories, size: Math.round(remainingSize * 100) };
}

function remainingAfter(day: number, { days, tally }: BurnDownInput): Remaining {
  const later = [...days].filter(([text]) => utcDay(text) > day).map(([, happened]) => happened);
  const [now, since] = [remainingNow(tally), sumOf(later)];
  return { stories: now.stories - since.stories, size: now.size - since.size };
}

/**
 * The commitment, at which the ideal line starts: the scope of the first day or, if that was empty, of the first day
 * with scope.
 */
function commitmentOf(input: BurnDownInput): { day: number; scope: Remaining } {
  const { days, start } = input;
  const onStart = { day: start, scope: scopeOn(start, input) };
  if (onStart.scope.stories > 0) return onStart;
  const filled = [...days].filter(([, { added = 0 }]) => added > 0).map(([text]) => utcDay(text));
  const day = filled.filter((one) => one > start).sort((a, b) => a - b)[0];
  return day === undefined ? onStart : { day, scope: scopeOn(day, input) };
}

/** The commitment of a span and its state after one of its days, so that the parts add up. */
export function balanceOf(input: BurnDownInput, through: number) {
  const { day: committedOn, scope } = commitmentOf(input);
  const during = (first: number) =>
    [...input.days]
      .filter(([text]) => utcDay(text) >= first && utcDay(text) <= through)
      .map(([, day]) => day);
  const sum = (days: readonly Day[], of: (day: Day) => Remaining): Amount =>
    amountOf({
      stories: days.reduce((total, day) => total + of(day).stories, 0),
      size: days.reduce((total, day) => total + of(day).size, 0),
    });
  const after = during(committedOn + 1);
  return {
    committed: amountOf(scope),
    added: sum(after, ({ added = 0, addedSize = 0 }) => ({ stories: added, size: addedSize })),
    removed: sum(after, ({ removed = 0, removedSize = 0 }) => ({ stories: removed, size: removedSize })),
    reestimated: sum(after, ({ resized = 0 }) => ({ stories: 0, size: resized })).estimate,
    finished: sum(
      during(committedOn),
      ({ completed = 0, completedSize = 0, reopened = 0, reopenedSize = 0 }) => ({
        stories: completed - reopened,
        size: completedSize - reopenedSize,
      }),
    ),
    unfinished: amountOf(remainingAfter(through, input)),
  };
}

/** Remaining work at the start of a day plus the scope changes of that day. */
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

/** An ideal line that has an end. */
interface IdealLine extends Pick<BurnDownInput, 'start' | 'worked'> {
  committed: Remaining;
  end: number;
}

function idealOn(day: number, { committed, start, end, worked }: IdealLine): Amount {
  const share = worked
    ? worked.filter((one) => one > day).length / worked.length
    : Math.min(1, Math.max(0, (end - day) / (end - start + 1)));
  return {
    stories: roundToHundredths(committed.stories * share),
    estimate: roundToHundredths((committed.size / 100) * share),
  };
}

const amount = (stories = 0, size = 0): Amount => ({ stories, estimate: size / 100 });
const amountOf = ({ stories, size }: Remaining): Amount => amount(stories, size);
