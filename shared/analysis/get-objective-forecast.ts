import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { dueDay, utcDay } from '../core/date-span.ts';
import { timestamp, uuid } from '../core/schema.ts';
import { assumptionsOf, insufficientHistoryOf } from '../forecasts/assumptions.ts';
import type { Outcomes } from '../forecasts/calibration.ts';
import { forecastObjectives, withFewerStories, type Plan } from '../forecasts/forecast-objective.ts';
import { waitingOf } from '../forecasts/related-stories.ts';
import { suggestHealth } from '../forecasts/suggest-health.ts';
import { visibleObjectiveOrThrow } from '../objectives/objective-access.ts';
import { getObjectiveWithTally } from '../objectives/objective-store.ts';
import { startOf } from './calendar.ts';
import { readTeamWork } from './team-work.ts';

const probability = () => z.number().min(0).max(1);

export const getObjectiveForecast = operation({
  id: 'getObjectiveForecast',
  method: 'GET',
  path: `${WORKSPACE_PATH}/objectives/{objectiveId}/forecast`,
  tag: 'Analysis',
  summary: 'Forecast an objective',
  description:
    "Returns the dates by which the objective is done in 50, 85 and 95 of 100 cases, from 10,000 simulations of the team's own weeks. Dates are null if nothing remains, if there is too little history, or beyond five years. The same data gives the same forecast. With `Accept: image/svg+xml`, a fan of the dates as a picture.",
  scopes: ['objectives:read', 'stories:read'],
  params: { objectiveId: uuid() },
  output: z
    .object({
      name: z.string(),
      endDate: timestamp().nullable(),
      p50: timestamp().nullable(),
      p85: timestamp().nullable(),
      p95: timestamp().nullable(),
      probabilityOfTarget: probability()
        .nullable()
        .meta({ description: 'The probability that it is done by its endDate; null without one.' }),
      withFewerStories: z.array(z.object({ stories: z.int(), probabilityOfTarget: probability() })).meta({
        description: 'That probability if so many stories of average size were left out.',
      }),
      remaining: z.int().meta({ description: 'Stories that are neither completed nor cancelled.' }),
      throughputDays: z.int().meta({ description: 'Days with completions in the last 182.' }),
      insufficientHistory: z
        .boolean()
        .meta({ description: 'Whether fewer than 10 days had completions, too few to forecast from.' }),
      healthSuggested: z.enum(['on_track', 'at_risk', 'off_track']).nullable(),
      healthReason: z.string().nullable(),
      assumptions: z.array(z.string()),
      calibration: z.object({ share: probability(), of: z.int() }).nullable().meta({
        description:
          "The share of the team's past p85 dates that held, one for each objective and week, of those whose outcome is known; null if there are none.",
      }),
    })
    .meta({ id: 'ObjectiveForecast' }),
  picture: async ({ name, endDate: target, ...forecast }, today) =>
    (await import('../pictures/fan-picture.ts')).fanPicture({
      ...forecast,
      ...{ title: `Forecast of ${name}`, today, target },
    }),
  load: ({ path: { objectiveId }, read }) => ({ objective: getObjectiveWithTally(read, objectiveId) }),
  handle: async ({ loaded, caller, read, now }) => {
    const subject = visibleObjectiveOrThrow(caller, loaded.objective);
    const { teamId, id, name, endDate } = subject.objective;
    const { counts } = subject.tally;
    const { pace, completionDays, ...work } = await readTeamWork(read, { teamId, subject, now });
    const stories = counts.backlog + counts.unstarted + counts.started;
    const outcomes = loaded.objective?.stored?.outcomes ?? { held: 0, of: 0 };
    const known = {
      ...{ name, endDate },
      remaining: stories,
      throughputDays: completionDays,
      insufficientHistory: !pace,
      calibration: calibrationOf(outcomes),
    };
    const contender = work.contenders.find((one) => one.id === id);
    if (!pace || !contender) {
      const assumptions = pace ? [] : [insufficientHistoryOf(completionDays)];
      return { ...nothing, ...known, assumptions };
    }
    const plan: Plan = { ...work, pace, outcomes };
    const forecast = forecastObjectives(plan).find((one) => one.id === id)!;
    const dateOf = (day: number | null) => (day === null ? null : startOf(utcDay(now) + day - 1));
    const target = endDate === null ? null : dueDay(endDate) - utcDay(now) + 1;
    const probabilityOfTarget = target === null ? null : forecast.probabilityBy(target);
    const suggestion = suggestHealth(probabilityOfTarget);
    return {
      ...known,
      ...{ p50: dateOf(forecast.p50), p85: dateOf(forecast.p85), p95: dateOf(forecast.p95) },
      probabilityOfTarget,
      withFewerStories: target === null ? [] : withFewerStories(plan, { id, stories, day: target }),
      healthSuggested: suggestion?.health ?? null,
      healthReason: suggestion?.reason ?? null,
      assumptions: assumptionsOf({
        waiting: waitingOf(id, work.related),
        completionDays,
        share: forecast.share,
        weeklyGrowth: (contender.weeklyGrowth * stories) / contender.remaining,
        startsIn: contender.begun ? 0 : contender.startsIn,
        endless: forecast.p95 === null,
      }),
    };
  },
});

const calibrationOf = ({ held, of }: Outcomes) =>
  of === 0 ? null : { share: Math.round((held / of) * 100) / 100, of };

const nothing = {
  ...{ p50: null, p85: null, p95: null },
  ...{ probabilityOfTarget: null, withFewerStories: [], healthSuggested: null, healthReason: null },
};
