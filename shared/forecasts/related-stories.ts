import type { Contender } from './shares.ts';
import type { Part } from './work-plan.ts';

/** An unfinished story of a team that waits for others, or that others wait for. */
export interface RelatedStory {
  id: string;
  objectiveId: string | null;
  /** Hundredths. */
  size: number;
  /** Days until it may begin: its own start date and, as far as they are forecast, the stories of other teams. */
  startsIn: number;
  /** The unfinished stories of its team that it waits for. */
  blockedBy: readonly string[];
  /** Whether it waits for stories of other teams, and whether one of them has no forecast. */
  elsewhere: 'none' | 'forecast' | 'unknown';
}

/** How many stories of an objective wait, and for what. */
export interface Waiting {
  inTeam: number;
  forecast: number;
  unknown: number;
}

/**
 * Adds to each contender its stories that wait or are waited for. What they wait for outside of the contenders is
 * done with the first one that needs it, and counts as its work.
 */
export function withRelated(
  contenders: readonly Contender[],
  related: readonly RelatedStory[],
): (Contender & { parts: Part[] })[] {
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
        .filter((story) => story.startsIn > 0 || story.blockedBy.length > 0 || isAwaited.has(story.id))
        .map(({ id, size, startsIn, blockedBy }) => ({ id, size, startsIn, needs: blockedBy })),
    };
  });
}

export function waitingOf(objectiveId: string, related: readonly RelatedStory[]): Waiting {
  const own = related.filter((story) => story.objectiveId === objectiveId);
  return {
    inTeam: own.filter(({ blockedBy }) => blockedBy.length > 0).length,
    forecast: own.filter(({ elsewhere }) => elsewhere === 'forecast').length,
    unknown: own.filter(({ elsewhere }) => elsewhere === 'unknown').length,
  };
}
