import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { dueDay, utcDay } from '../core/date-span.ts';
import { uuid } from '../core/schema.ts';
import { getDailyCompleted } from '../counts/throughput-store.ts';
import { insufficientHistoryOf } from '../forecasts/assumptions.ts';
import { forecastSprint } from '../forecasts/forecast-sprint.ts';
import { completionDaysOf, PACE_DAYS, paceOf } from '../forecasts/pace.ts';
import { visibleSprintOrThrow } from '../sprints/sprint-access.ts';
import { getSprintWithTally, toSprint } from '../sprints/sprint-store.ts';
import { queueOf } from './queue.ts';
import { findWorkKeys, readWork } from './read-work.ts';

export const getSprintForecast = operation({
  id: 'getSprintForecast',
  method: 'GET',
  path: `${WORKSPACE_PATH}/sprints/{sprintId}/forecast`,
  tag: 'Analysis',
  summary: 'Forecast a sprint',
  description:
    "Returns how many of the sprint's stories are completed by its end, those already completed included: at most p15, p50 and p85 in 15, 50 and 85 of 100 cases. The team works on its stories in progress first, then by priority. unlikelyStoryIds are those not completed in most cases. Reads at most 2,000 stories.",
  scopes: ['sprints:read', 'stories:read'],
  params: { sprintId: uuid() },
  output: z
    .object({
      expectedCompleted: z.object({ p15: z.int(), p50: z.int(), p85: z.int() }).nullable(),
      unlikelyStoryIds: z.array(uuid()),
      remaining: z.int().meta({ description: 'Stories that are neither completed nor cancelled.' }),
      throughputDays: z.int(),
      insufficientHistory: z.boolean(),
      assumptions: z.array(z.string()),
    })
    .meta({ id: 'SprintForecast' }),
  load: ({ path: { sprintId }, read }) => ({
    sprint: getSprintWithTally(read, sprintId),
    keys: findWorkKeys(read, 'sprint', sprintId),
  }),
  handle: async ({ loaded, caller, read, now }) => {
    const { id, teamId, startDate, endDate } = toSprint(visibleSprintOrThrow(caller, loaded.sprint?.item));
    const [daily, { work }] = await Promise.all([
      getDailyCompleted(read, teamId, { now, days: PACE_DAYS }),
      readWork({ read, caller }, loaded.keys, ({ sprintId }) => sprintId === id),
    ]);
    const queue = queueOf(work);
    const completed = work.filter(({ completedAt }) => completedAt !== null).length;
    const days = Math.max(0, dueDay(endDate) - Math.max(utcDay(now), utcDay(startDate)) + 1);
    const pace = paceOf(daily);
    const completionDays = completionDaysOf(daily);
    const known = { remaining: queue.length, throughputDays: completionDays, insufficientHistory: !pace };
    if (!pace) {
      const assumptions = [insufficientHistoryOf(completionDays)];
      return { ...known, expectedCompleted: null, unlikelyStoryIds: [], assumptions };
    }
    const { p15, p50, p85, unlikely } = forecastSprint(pace, { queue, days, daily });
    return {
      ...known,
      expectedCompleted: { p15: completed + p15, p50: completed + p50, p85: completed + p85 },
      unlikelyStoryIds: unlikely,
      assumptions: [
        `All of the team's work in the ${days} days left goes to this sprint.`,
        `The team completes work as it did in the last ${PACE_DAYS} days, of which ${completionDays} had completions; recent weeks count more.`,
      ],
    };
  },
});
