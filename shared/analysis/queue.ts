import { priorities } from '../core/priority.ts';
import type { Queued } from '../forecasts/forecast-sprint.ts';
import type { Work } from './work.ts';

/** Remaining stories in the order in which a team gets to them: in progress, by priority, the oldest first. */
export function queueOf(work: readonly Work[]): Queued[] {
  return work
    .filter(({ remains }) => remains)
    .sort(
      (one, other) =>
        Number(other.inProgress) - Number(one.inProgress) ||
        priorities.indexOf(other.priority) - priorities.indexOf(one.priority) ||
        (one.id < other.id ? -1 : 1),
    )
    .map(({ id, size }) => ({ id, size }));
}
