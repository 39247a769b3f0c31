import type { Contender } from './shares.ts';
import type { WorkPart } from './work-plan.ts';

/** An unfinished story of a team that waits for others, that others wait for, or that may not begin yet. */
export interface DependentStory {
  id: string;
  objectiveId: string | null;
  /** Hundredths. */
  size: number;
  /** Days until its start date; 0 if that has passed or there is none. */
  startsIn: number;
  /** Days until the stories of other teams that it waits for are done, as far as they are forecast; else 0. */
  othersEndIn: number;
  /** The unfinished stories of its team that it waits for. */
  blockedBy: readonly string[];
  /** Whether it waits for stories of other teams, and whether one of them has no forecast. */
  elsewhere: 'none' | 'forecast' | 'unknown';
}

/** The number of an objective's waiting stories, by what they wait for. */
export interface WaitingCounts {
  /** For their start dates. */
  start: number;
  inTeam: number;
  forecast: number;
  unknown: number;
}

/**
 * Adds its blocked and blocking stories to each contender. A blocker outside of the contenders is done with the first
 * one that needs it, and counts as its work.
 */
export function withRelated(
  contenders: readonly Contender[],
  related: readonly DependentStory[],
): (Contender & { parts: WorkPart[] })[] {
  const storyOf = new Map(related.map((story) => [story.id, story]));
  const isAwaited = new Set(related.flatMap(({ blockedBy }) => blockedBy));
  const taken = new Set(contenders.map(({ id }) => id));
  const pulled = new Set<string>();
  return contenders.map((contender) => {
    const parts = related.filter(({ objectiveId }) => objectiveId === contender.id);
    let extra = 0;
    for (const { blockedBy } of parts) {
      for (const id of blockedBy) {
        const blocker = storyOf.get(id);
        if (!blocker || pulled.has(id) || taken.has(blocker.objectiveId ?? '')) continue;
        pulled.add(id);
        parts.push(blocker);
        extra += blocker.size;
      }
    }
    return {
      ...contender,
      remaining: contender.remaining + extra,
      parts: parts
        .map(({ id, size, startsIn, othersEndIn, blockedBy }) => ({
          id,
          size,
          needs: blockedBy,
          startsIn: Math.max(startsIn, othersEndIn),
        }))
        .filter(({ id, startsIn, needs }) => startsIn > 0 || needs.length > 0 || isAwaited.has(id)),
    };
  });
}

export function waitingOf(objectiveId: string, related: readonly DependentStory[]): WaitingCounts {
  const own = related.filter((story) => story.objectiveId === objectiveId);
  return {
    start: own.filter(({ startsIn }) => startsIn > 0).length,
    inTeam: own.filter(({ blockedBy }) => blockedBy.length > 0).length,
    forecast: own.filter(({ elsewhere }) => elsewhere === 'forecast').length,
    unknown: own.filter(({ elsewhere }) => elsewhere === 'unknown').length,
  };
}
