import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { dueDay, utcDay } from '../../kernel/core/date-span.ts';
import { assumptionsOf, insufficientHistoryOf } from '../forecasts/assumptions.ts';
import type { Outcomes } from '../forecasts/calibration.ts';
import { delaysOf } from '../forecasts/delays.ts';
import {
  forecastObjectives,
  withFewerStories,
  type ForecastInputs,
} from '../forecasts/forecast-objective.ts';
import { waitingOf } from '../forecasts/dependent-stories.ts';
import { suggestHealth } from '../forecasts/suggest-health.ts';
import { visibleObjectiveOrThrow } from '../objective/objective-access.ts';
import type { getObjectiveWithTally } from '../objective/objective-store.ts';
import { startOf } from './calendar.ts';
import { readTeamWork } from './team-work.ts';

interface Forecasting {
  loaded: { objective: Awaited<ReturnType<typeof getObjectiveWithTally>> };
  caller: Caller;
  read: Reader;
  now: Date;
}

/** Forecasts an objective from its team's current work. Throws a 404 if the caller cannot see it. */
export async function forecastObjective({ loaded, caller, read, now }: Forecasting) {
  const subject = visibleObjectiveOrThrow(caller, loaded.objective);
  const { teamId, id, name, endDate } = subject.objective;
  const { counts } = subject.tally;
  const { pace, completionDays, ...work } = await readTeamWork(read, { teamId, subject, now });
  const stories = counts.backlog + counts.unstarted + counts.started;
  const outcomes = loaded.objective?.stored?.outcomes ?? { held: 0, of: 0 };
  const known = {
    name,
    endDate,
    completed: counts.completed,
    remaining: stories,
    throughputDays: completionDays,
    insufficientHistory: !pace,
    calibration: calibrationOf(outcomes),
  };
  const contender = work.contenders.find((one) => one.id === id);
  if (!pace || !contender) {
    const assumptions = pace ? ['It has no work left to forecast.'] : [insufficientHistoryOf(completionDays)];
    return { ...nothing, ...known, assumptions };
  }
  const plan: ForecastInputs = { ...work, pace, outcomes };
  const forecast = forecastObjectives(plan).find((one) => one.id === id)!;
  const dateOf = (day: number | null) => (day === null ? null : startOf(utcDay(now) + day - 1));
  const target = endDate === null ? null : dueDay(endDate) - utcDay(now) + 1;
  const probabilityOfTarget = target === null ? null : forecast.probabilityBy(target);
  const suggestion = suggestHealth(probabilityOfTarget);
  return {
    ...known,
    p50: dateOf(forecast.p50),
    p85: dateOf(forecast.p85),
    p95: dateOf(forecast.p95),
    probabilityOfTarget,
    withFewerStories: target === null ? [] : withFewerStories(plan, { id, stories, day: target }),
    delays: delaysOf(plan, id),
    healthSuggested: suggestion?.health ?? null,
    healthReason: suggestion?.reason ?? null,
    assumptions: assumptionsOf({
      waiting: waitingOf(id, work.related),
      completionDays,
      share: forecast.share,
      observedStories: work.observed.stories,
      weeklyGrowth: (contender.weeklyGrowth * stories) / contender.remaining,
      startsIn: contender.begun ? 0 : contender.startsIn,
      endless: forecast.p95 === null,
    }),
  };
}

const calibrationOf = ({ held, of }: Outcomes) =>
  of === 0 ? null : { share: Math.round((held / of) * 100) / 100, of };

const nothing = {
  p50: null,
  p85: null,
  p95: null,
  probabilityOfTarget: null,
  withFewerStories: [],
  delays: [],
  healthSuggested: null,
  healthReason: null,
};
