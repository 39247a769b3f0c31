import type { Tally } from '../counts/story-counts.ts';
import { forecast } from './forecast.ts';
import type { DerivedObjective, StoredObjective } from './objective.ts';

/** Computes the derived fields of an objective. */
export function deriveObjective(
  objective: StoredObjective,
  tally: Tally,
  throughput: number,
  now: Date,
): DerivedObjective {
  return {
    ...forecast({ objective, tally, throughput, now }),
    keyResultCount: tally.keyResults,
    storyCounts: tally.counts,
  };
}
