import type { Caller } from '../../kernel/core/caller.ts';
import type { Key, Reader } from '../../kernel/core/database.ts';
import { getDailyCompleted } from '../counts/throughput-store.ts';
import { insufficientHistoryOf } from '../forecasts/assumptions.ts';
import { forecastSprint } from '../forecasts/forecast-sprint.ts';
import { completionDaysOf, PACE_DAYS, paceOf } from '../forecasts/pace.ts';
import { visibleSprintOrThrow } from '../sprints/sprint-access.ts';
import { dayOfSprint, sprintDays } from '../sprints/sprint-days.ts';
import { toSprint, type getSprintWithTally } from '../sprints/sprint-store.ts';
import { queueOf, withWaits } from './queue.ts';
import { isOpenUntil } from './read-backlog.ts';
import { readDependentStories } from './read-dependent-stories.ts';
import { readWork } from './read-work.ts';

interface Forecasting {
  /** The sprint, and the keys of its stories. */
  loaded: { sprint: Awaited<ReturnType<typeof getSprintWithTally>>; keys: readonly Key[] };
  caller: Caller;
  read: Reader;
  now: Date;
}

/** Forecasts how much of a sprint is completed. Throws a 404 if the caller cannot see it. */
export async function forecastOneSprint({ loaded, caller, read, now }: Forecasting) {
  const sprint = toSprint(visibleSprintOrThrow(caller, loaded.sprint?.item));
  const { id, teamId } = sprint;
  const [daily, related, { work }] = await Promise.all([
    getDailyCompleted(read, teamId, { now, days: PACE_DAYS }),
    readDependentStories(read, { teamId, now }),
    readWork({ read, caller }, loaded.keys, ({ sprintId }) => sprintId === id),
  ]);
  const remaining = queueOf(work);
  const completed = work.filter(({ completedAt }) => completedAt !== null).length;
  const span = sprintDays(sprint);
  const today = dayOfSprint(sprint, now);
  const first = Math.max(today, span.first);
  const days = Math.max(0, span.last - first + 1);
  const pace = paceOf(daily);
  const completionDays = completionDaysOf(daily);
  const known = {
    name: sprint.name,
    completed,
    remaining: remaining.length,
    throughputDays: completionDays,
    insufficientHistory: !pace,
  };
  if (!pace) {
    const assumptions = [insufficientHistoryOf(completionDays)];
    return { ...known, expectedCompleted: null, unlikelyStoryIds: [], assumptions };
  }
  const ids = new Set(remaining.map(({ id }) => id));
  const outside = new Set(
    related
      .filter(({ id }) => ids.has(id))
      .flatMap(({ blockedBy }) => blockedBy.filter((one) => !ids.has(one))),
  );
  const open = new Set<string>();
  await Promise.all(
    [...outside].map(async (one) => {
      if (await isOpenUntil(read, one, sprint)) open.add(one);
    }),
  );
  const queue = withWaits(remaining, { related, today, first, isOpen: (one) => open.has(one) });
  const { p15, p50, p85, unlikely } = forecastSprint(pace, { queue, days, daily });
  return {
    ...known,
    expectedCompleted: { p15: completed + p15, p50: completed + p50, p85: completed + p85 },
    unlikelyStoryIds: unlikely,
    assumptions: [
      `All of the team's work in the ${days} days left goes to this sprint.`,
      `The team completes work as it did in the last ${PACE_DAYS} days, of which ${completionDays} had completions; recent weeks count more.`,
      'A story begins on its start date at the earliest, and after the day on which what it waits for is done; what waits for a story outside of the sprint is not done, unless that is in an earlier sprint.',
    ],
  };
}
