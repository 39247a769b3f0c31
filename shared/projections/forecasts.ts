import { createReader } from '../db/reader.ts';
import type { ItemChange } from '../db/stream-record.ts';
import { requestJob } from '../jobs/run-job.ts';
import { objectiveKind, toObjective } from '../objectives/objective-store.ts';
import { awaitedBy, storyRelationsKind, toStoryRelations } from '../stories/story-relations-store.ts';
import { awaitedStartOf, storyKind, storyTeamOf } from '../stories/story-store.ts';
import type { Reader } from '../core/database.ts';
import type { Projection } from './projection.ts';

/**
 * Requests that a team's forecasts are made anew after changes of its objectives, and after its stories begin or cease to
 * wait for others or for a start date. The nightly forecast follows deletions: those of a workspace must not leave anything to do. Changes of
 * stories request it once they are counted.
 */
export const forecasts: Projection = {
  name: 'forecasts',
  follows: [objectiveKind, storyKind, storyRelationsKind],
  deletionsOnly: false,
  async handle({ database, now }, changes) {
    const read = createReader(database);
    const teams = new Set<string>();
    for (const change of changes) {
      const teamId = await teamOf(read, change);
      if (teamId !== undefined) teams.add(teamId);
    }
    for (const ownerId of teams) await requestJob(database, { name: 'forecast', ownerId }, now);
  },
  rebuild: { leads: (item) => (objectiveKind.includes(item) ? [{ key: item, before: item }] : []) },
};

/** The team whose forecasts a change concerns; undefined if it concerns none. */
async function teamOf(read: Reader, { key, before, after }: ItemChange): Promise<string | undefined> {
  if (storyKind.includes(key)) {
    const isSame = !before || !after || awaitedStartOf(before) === awaitedStartOf(after);
    return isSame ? undefined : storyTeamOf(after);
  }
  if (!storyRelationsKind.includes(key)) {
    const item = after && 'doc' in after ? after : await read.get(key);
    return item && toObjective(item).teamId;
  }
  if (after === undefined) return undefined;
  const item = 'relations' in after ? after : await read.get(key);
  if (!item) return undefined;
  const is = toStoryRelations(item);
  const waited = before ? awaitedBy(toStoryRelations(before)) : [];
  return awaitedBy(is).sort().join() === waited.sort().join() ? undefined : is.teamId;
}
