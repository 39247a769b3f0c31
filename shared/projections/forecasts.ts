import { requestJob } from '../jobs/run-job.ts';
import { objectiveKind, toObjective } from '../objectives/objective-store.ts';
import { createReader } from '../db/reader.ts';
import type { Projection } from './projection.ts';

/**
 * Requests that a team's forecasts are made anew after changes of its objectives, except deletions, which the
 * nightly forecast follows; changes of their stories
 * request it once they are counted.
 */
export const forecasts: Projection = {
  name: 'forecasts',
  follows: [objectiveKind],
  deletionsOnly: false,
  async handle({ database, now }, changes) {
    const read = createReader(database);
    const teams = new Set<string>();
    for (const { key, after } of changes) {
      const item = after && 'doc' in after ? after : await read.get(key);
      if (item) teams.add(toObjective(item).teamId);
    }
    for (const ownerId of teams) await requestJob(database, { name: 'forecast', ownerId }, now);
  },
  rebuild: { leads: (item) => (objectiveKind.includes(item) ? [{ key: item, before: item }] : []) },
};
