import { dayText } from '../../kernel/core/date-span.ts';
import { dayInZone } from '../../kernel/core/day-in-zone.ts';
import type { Day, DayCounter } from '../../planning/counts/days.ts';
import { ownersOf, type CountedStory } from './ledger.ts';

/** When a story's difference happened. */
interface StepTimes {
  changedAt: string;
  /** When an imported story was created in the other tool. */
  cameAt?: string | undefined;
  completedAt: string | null | undefined;
}

/** The zones of sprints by partition key; other owners have UTC days. */
export type ZonesByOwner = ReadonlyMap<string, string>;

/** Days by `<partition key of the objective or sprint> <day>`. */
export type Days = Map<string, Day>;

/**
 * Adds the difference between a story's counted and current state to the day of its last change; completions to the
 * day of completion. An imported story that was not counted before entered the scope when it was created in the other
 * tool. Days are those of the owner's zone.
 */
export function addStep(
  days: Days,
  before: CountedStory | null,
  after: CountedStory | null,
  times: StepTimes,
  zones: ZonesByOwner,
): void {
  const owners = new Set([before, after].flatMap((counted) => (counted ? ownersOf(counted) : [])));
  for (const owner of owners) {
    const [was, is] = [inScope(before, owner), inScope(after, owner)];
    const step = stepOf(was, is);
    const { changedAt, cameAt, completedAt } = times;
    const add = (at: string, by: Day) =>
      addTo(days, `${owner} ${dayText(dayInZone(at, zones.get(owner) ?? 'UTC'))}`, by);
    if (before === null && cameAt !== undefined) {
      const { completed, completedSize, ...came } = step;
      add(cameAt, came);
      if (completed) add(completedAt ?? cameAt, { completed, completedSize: completedSize! });
    } else {
      add(was && is && step.completed ? (completedAt ?? changedAt) : changedAt, step);
    }
  }
}

function addTo(days: Days, key: string, step: Day): void {
  const sum = days.get(key) ?? {};
  for (const [counter, value] of Object.entries(step) as [DayCounter, number][]) {
    sum[counter] = (sum[counter] ?? 0) + value;
  }
  days.set(key, sum);
}

const inScope = (counted: CountedStory | null, owner: string): CountedStory | null =>
  counted && !counted.archived && counted.category !== 'cancelled' && ownersOf(counted).includes(owner)
    ? counted
    : null;

const isDone = ({ category }: CountedStory): boolean => category === 'completed';

function stepOf(was: CountedStory | null, is: CountedStory | null): Day {
  if (was && is) {
    return {
      ...(isDone(was) ? {} : { resized: is.size - was.size }),
      ...(!isDone(was) && isDone(is) ? { completed: 1, completedSize: is.size } : {}),
      ...(isDone(was) && !isDone(is) ? { reopened: 1, reopenedSize: is.size } : {}),
    };
  }
  if (is) {
    const { size } = is;
    return { added: 1, addedSize: size, ...(isDone(is) ? { completed: 1, completedSize: size } : {}) };
  }
  if (!was) return {};
  const { size } = was;
  return { removed: 1, removedSize: size, ...(isDone(was) ? { reopened: 1, reopenedSize: size } : {}) };
}

/** The counters of a day to change, if any. */
export const movedOn = (day: Day): Day =>
  Object.fromEntries(Object.entries(day).filter(([, difference]) => difference !== 0));
