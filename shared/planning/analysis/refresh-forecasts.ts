import { dueDay, utcDay } from '../../kernel/core/date-span.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import type { Change, Database } from '../../kernel/core/database.ts';
import { zoneOfTeam } from '../cadence/cadence-store.ts';
import { countsExist } from '../counts/counts-store.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { forecastObjectives, type ObjectiveForecast } from '../forecasts/forecast-objective.ts';
import { getForecasts, putForecast } from '../forecasts/forecast-store.ts';
import { nextForecastNight } from '../forecasts/forecast-night.ts';
import type { Contender } from '../forecasts/shares.ts';
import { nextForecast, outcomesOf, type StoredForecast } from '../forecasts/stored-forecast.ts';
import { objectiveSortKey } from '../objective/objective-store.ts';
import { readTeamWork, type ObjectiveActivity } from './team-work.ts';

/** The number of days without a completed story after which a team is idle and its forecasts are not recomputed. */
const IDLE_DAYS = 28;

/**
 * Recomputes the forecasts of a team's objectives and stores those that differ. Returns when they are next due:
 * in the team's next night, while something is under way and the team is not idle.
 */
export async function refreshForecasts(
  { database, now }: { database: Database; now: Date },
  teamId: string,
): Promise<Date | undefined> {
  const read = createReader(database);
  const today = utcDay(now);
  const [timeZone, { watched, pace, contenders, waiting, ...work }] = await Promise.all([
    zoneOfTeam(read, teamId),
    readTeamWork(read, { teamId, now }),
  ]);
  const stored = await getForecasts(
    read,
    watched.map(({ objective }) => objective.id),
  );
  const outcomes = outcomesOf(
    stored.flatMap((one) => one ?? []),
    today,
  );
  const forecastAll = (all: Contender[]) =>
    pace ? forecastObjectives({ ...work, pace, contenders: all, outcomes }) : [];
  const made = [
    ...forecastAll(contenders),
    ...waiting.flatMap((one) => forecastAll([...contenders, one]).filter(({ id }) => id === one.id)),
  ];
  const forecastOf = new Map(made.map((one) => [one.id, one]));
  const changes = watched.flatMap((one, position) => {
    const previous = stored[position];
    const forecast = nextForecast(
      previous,
      { ...madeNow(one, forecastOf.get(one.objective.id), today), doneOn: doneOn(one, previous, today) },
      { today, outcomes },
    );
    const isKnown = previous !== undefined || forecast.p85 !== null || forecast.endless;
    if (!isKnown || JSON.stringify(forecast) === JSON.stringify(previous)) return [];
    return [{ id: one.objective.id, change: putForecast(one.objective.id, forecast) }];
  });
  await Promise.all(changes.map((one) => store(database, one)));
  const isIdle = work.daily.slice(-IDLE_DAYS).every((size) => size <= 0);
  return contenders.length + waiting.length === 0 || isIdle
    ? undefined
    : nextForecastNight(teamId, timeZone, now);
}

/** Stores a forecast unless the objective has been deleted. */
const store = (database: Database, { id, change }: { id: string; change: Change }) =>
  tryCommit(database, [countsExist(objectiveSortKey(id), writeConflict), change]);

function madeNow(
  { objective: { endDate } }: ObjectiveActivity,
  forecast: ObjectiveForecast | undefined,
  today: number,
): Pick<StoredForecast, 'p85' | 'endless' | 'late'> {
  const p85 = forecast?.p85 == null ? null : today + forecast.p85 - 1;
  const endless = forecast !== undefined && forecast.p85 === null;
  const late = endDate !== null && (endless || (p85 !== null && p85 > dueDay(endDate)));
  return { p85, endless, late };
}

/** The first day on which no work remained; reset when work remains again. */
function doneOn(
  { tally }: ObjectiveActivity,
  previous: StoredForecast | undefined,
  today: number,
): StoredForecast['doneOn'] {
  if (tally.remainingSize > 0 || tally.counts.completed === 0) return null;
  return previous?.doneOn ?? today;
}
