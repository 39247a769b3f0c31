import type { Tally } from '../counts/story-counts.ts';
import type { StoredForecast } from '../forecasts/stored-forecast.ts';
import { forecast } from './forecast.ts';
import type { DerivedObjective, StoredObjective } from './objective.ts';

/** Computes the derived fields of an objective; `stored` is what the service last forecast of it. */
export function deriveObjective(
  objective: StoredObjective,
  { tally, stored }: { tally: Tally; stored: StoredForecast | undefined },
  now: Date,
): DerivedObjective {
  return {
    ...forecast({ objective, tally, stored, now }),
    keyResultCount: tally.keyResults,
    storyCounts: tally.counts,
  };
}
