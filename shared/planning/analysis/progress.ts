import { burnDownOf, isComplete, remainingOf, type BurnDownInput } from './burn-down.ts';
import { startOfDayInZone } from '../../kernel/core/day-in-zone.ts';
import { flowOf, groupsOf, oldestOf, throughputOf } from './flow.ts';
import type { WorkRead } from './read-work.ts';

/**
 * The fields common to the analyses of sprints and objectives: the burn-down of the days shown, and the flow of work on
 * those of them that are not in the future. The days are those of a time zone.
 */
export function analyzeProgress(
  plan: BurnDownInput,
  shown: { first: number; last: number },
  seen: WorkRead,
  { now, timeZone }: { now: Date; timeZone: string },
) {
  const startOf = (day: number) => startOfDayInZone(day, timeZone);
  const window = { since: startOf(shown.first), before: startOf(Math.min(shown.last, plan.today) + 1) };
  return {
    remaining: remainingOf(plan.tally),
    burnDown: burnDownOf(plan, shown),
    historyComplete: isComplete(plan),
    ...flowOf(seen.work, window, now),
    throughput: throughputOf(seen.work, window, timeZone),
    oldest: oldestOf(seen.work, now),
    groups: groupsOf(seen, window, now),
    truncated: seen.truncated,
  };
}
