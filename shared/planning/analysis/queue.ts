import { priorities } from '../../kernel/core/priority.ts';
import { utcDay } from '../../kernel/core/date-span.ts';
import type { DependentStory } from '../forecasts/dependent-stories.ts';
import type { QueuedStory } from '../forecasts/sprint-queue.ts';
import type { AnalyzedStory } from './work.ts';

type Remaining = Pick<AnalyzedStory, 'id' | 'size' | 'startDate'>;

/** Remaining stories in the order in which a team gets to them: in progress, by priority, the oldest first. */
export function queueOf(work: readonly AnalyzedStory[]): Remaining[] {
  return work
    .filter(({ remains }) => remains)
    .sort(
      (one, other) =>
        Number(other.inProgress) - Number(one.inProgress) ||
        priorities.indexOf(other.priority) - priorities.indexOf(one.priority) ||
        (one.id < other.id ? -1 : 1),
    )
    .map(({ id, size, startDate }) => ({ id, size, startDate }));
}

/** The day on which each remaining story may begin, counted from the first day of the forecast, and its blockers. */
export function withWaits(
  remaining: readonly Remaining[],
  {
    related,
    today,
    first,
    isOpen,
  }: {
    related: readonly DependentStory[];
    /** Today, and the first day of the forecast, in days since 1970-01-01. */
    today: number;
    first: number;
    /** Whether a story outside of the remaining ones still blocks others. */
    isOpen: (storyId: string) => boolean;
  },
): QueuedStory[] {
  const waitsOf = new Map(related.map((story) => [story.id, story]));
  const ids = new Set(remaining.map(({ id }) => id));
  return remaining.map(({ id, size, startDate }) => {
    const { othersEndIn, blockedBy } = waitsOf.get(id) ?? { othersEndIn: 0, blockedBy: [] };
    const own = startDate === null ? 0 : utcDay(startDate) - first;
    return {
      id,
      size,
      startsIn: Math.max(own, othersEndIn + today - first),
      needs: blockedBy.filter((one) => ids.has(one)),
      isBlocked: blockedBy.some((one) => !ids.has(one) && isOpen(one)),
    };
  });
}
