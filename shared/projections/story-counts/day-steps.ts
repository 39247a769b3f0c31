import type { Day, DayCounter } from '../../counts/days.ts';
import { ownersOf, type Counted } from './ledger.ts';

/** Days by `<partition key of the objective or sprint> <day>`. */
export type Days = Map<string, Day>;

/**
 * Adds the difference between a story's counted and current state to the UTC day of its last change;
 * completions to the day of completion. An imported story that was not counted before entered the scope on
 * `cameOn`, the day it was created in the other tool.
 */
export function addStep(
  days: Days,
  before: Counted | null,
  after: Counted | null,
  { changedOn, cameOn }: { changedOn: string; cameOn?: string | undefined },
): void {
  const owners = new Set([before, after].flatMap((counted) => (counted ? ownersOf(counted) : [])));
  for (const owner of owners) {
    const [was, is] = [inScope(before, owner), inScope(after, owner)];
    const step = stepOf(was, is);
    if (before === null && cameOn !== undefined) {
      const { completed, completedSize, ...came } = step;
      addTo(days, `${owner} ${cameOn}`, came);
      if (completed)
        addTo(days, `${owner} ${is?.doneDay ?? cameOn}`, { completed, completedSize: completedSize! });
    } else {
      const day = was && is && step.completed ? (is.doneDay ?? changedOn) : changedOn;
      addTo(days, `${owner} ${day}`, step);
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

const inScope = (counted: Counted | null, owner: string): Counted | null =>
  counted && !counted.archived && counted.category !== 'cancelled' && ownersOf(counted).includes(owner)
    ? counted
    : null;

const isDone = ({ category }: Counted): boolean => category === 'completed';

function stepOf(was: Counted | null, is: Counted | null): Day {
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
