import { priorities, type Priority } from '../../kernel/core/priority.ts';
import type { ParallelWork } from './work-plan.ts';

/** The period over which the split of a team's capacity and the growth of scope are observed. */
export const OBSERVED_DAYS = 56;
/** The number of completed stories at which the observed split and the priorities have equal weight. */
const EVIDENCE_HALF = 10;
/** The ratio of the weights of two adjacent priorities. */
const PRIORITY_STEP = 1.5;

/** An objective that has work left and competes for its team's capacity. */
export interface Contender {
  id: string;
  priority: Priority;
  /** The size of the remaining work, in hundredths. */
  remaining: number;
  /** Whether any of its stories has been started or completed. */
  begun: boolean;
  /** Days until its start date, 0 if it has passed or there is none. */
  startsIn: number;
  /** In hundredths. */
  weeklyGrowth: number;
  /** The size completed in the observed days, in hundredths. */
  completed: number;
}

/** What a team completed in the observed days since the first completion in an objective. */
export interface ObservedShares {
  /** Hundredths, all of it. */
  total: number;
  /** Hundredths, in objectives. */
  inObjectives: number;
  /** Stories in objectives. */
  stories: number;
}

/**
 * Splits a team's capacity among the objectives under way: as observed or, with few observations, by priority. The
 * observed share of work outside of objectives is not split.
 */
export function splitCapacity(
  contenders: readonly (Contender & Pick<ParallelWork, 'parts'>)[],
  { total, inObjectives, stories }: ObservedShares,
): { works: ParallelWork[]; outside: number } {
  const evidence = stories / (stories + EVIDENCE_HALF);
  const observedOutside = total > 0 ? Math.max(0, 1 - inObjectives / total) : 0;
  const outside = evidence * observedOutside + (1 - evidence) / (contenders.length + 1);
  const completed = contenders.reduce((sum, one) => sum + one.completed, 0);
  const weight = contenders.reduce((sum, { priority }) => sum + weightOf(priority), 0);
  const works = contenders.map(
    ({ remaining, begun, startsIn, weeklyGrowth, parts, ...one }): ParallelWork => {
      const byPriority = weightOf(one.priority) / weight;
      const observed = completed > 0 ? one.completed / completed : byPriority;
      const share = begun ? evidence * observed + (1 - evidence) * byPriority : byPriority;
      return { remaining, share, startsIn: begun ? 0 : startsIn, weeklyGrowth, parts };
    },
  );
  return { works, outside };
}

const weightOf = (priority: Priority): number => PRIORITY_STEP ** priorities.indexOf(priority);
