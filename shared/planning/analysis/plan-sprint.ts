import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Key, Reader } from '../../kernel/core/database.ts';
import { getDailyCompleted } from '../counts/throughput-store.ts';
import { insufficientHistoryOf } from '../forecasts/assumptions.ts';
import { completionDaysOf, PACE_DAYS, paceOf } from '../forecasts/pace.ts';
import { quantile } from '../forecasts/percentiles.ts';
import { seedOf } from '../../kernel/core/seeded-random.ts';
import { simulateCapacity } from '../forecasts/simulate.ts';
import { visibleSprintOrThrow } from '../sprints/sprint-access.ts';
import { dayOfSprint, sprintDays } from '../sprints/sprint-days.ts';
import { toSprint } from '../sprints/sprint-store.ts';
import { storySize } from '../story/story-size.ts';
import type { SprintPlan } from './proposal.ts';
import { proposeSprint } from './propose-sprint.ts';
import { queueOf } from './queue.ts';
import { readBacklog } from './read-backlog.ts';
import { readWork } from './read-work.ts';

interface Planning {
  /** The sprint, and the keys of its stories. */
  loaded: { sprint: Item | undefined; keys: readonly Key[] };
  caller: Caller;
  read: Reader;
  now: Date;
}

/**
 * Proposes stories of the backlog for a sprint, up to its team's capacity. Throws a 404 for sprints that the caller
 * cannot see.
 */
export async function planSprint({ loaded, caller, read, now }: Planning): Promise<SprintPlan> {
  const sprint = toSprint(visibleSprintOrThrow(caller, loaded.sprint));
  const { id, teamId, name, startDate, endDate, timeZone } = sprint;
  const [daily, { work }] = await Promise.all([
    getDailyCompleted(read, teamId, { now, days: PACE_DAYS }),
    readWork({ read, caller }, loaded.keys, ({ sprintId }) => sprintId === id),
  ]);
  const queue = queueOf(work);
  const size = queue.reduce((sum, one) => sum + one.size, 0);
  const completionDays = completionDaysOf(daily);
  const pace = paceOf(daily);
  const known = {
    name,
    startDate,
    endDate,
    timeZone,
    insufficientHistory: !pace,
    planned: { stories: queue.length, estimate: size / 100 },
  };
  if (!pace) {
    const assumptions = [insufficientHistoryOf(completionDays)];
    return { ...known, capacity: null, stories: [], leftOut: [], assumptions };
  }
  const { first, last } = sprintDays(sprint);
  const days = Math.max(0, last - Math.max(dayOfSprint(sprint, now), first) + 1);
  const sizes = simulateCapacity(pace, { days, seed: seedOf([...daily, days]) });
  const [p15, p50, p85] = [0.15, 0.5, 0.85].map((share) => quantile(sizes, share) / 100);
  const { stories, candidates, truncated } = await readBacklog(read, sprint, queue);
  const proposal = proposeSprint(candidates, { capacity: p50! * 100 - size, lastDay: last });
  const shown = ({ id: storyId }: { id: string }) => {
    const { reference, title, priority: urgency } = stories.get(storyId)!;
    return { id: storyId, reference, title, priority: urgency };
  };
  return {
    ...known,
    capacity: { p15: p15!, p50: p50!, p85: p85! },
    stories: proposal.stories.map(({ reason, ...one }) => {
      const found = stories.get(one.id)!;
      return { ...shown(one), estimate: storySize(found) / 100, updatedAt: found.updatedAt, reason };
    }),
    leftOut: proposal.leftOut.map(({ reason, ...one }) => ({ ...shown(one), reason })),
    assumptions: [
      `The team completes work in the ${days} days left as it did in the last ${PACE_DAYS}, of which ${completionDays} had completions; recent weeks count more.`,
      "All of the team's work goes to this sprint.",
      'A story that waits for one of an earlier sprint can be done once that sprint has ended.',
      ...(truncated ? ['Only the newest 2,000 unfinished stories were considered.'] : []),
    ],
  };
}
