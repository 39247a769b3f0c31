import { createReader } from '../kernel/db/reader.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import { requestJob } from '../kernel/jobs/run-job.ts';
import { objectiveKind, toObjective } from '../planning/objective/objective-store.ts';
import { awaitedBy, storyRelationsKind, toStoryRelations } from '../planning/story/story-relations-store.ts';
import { awaitedStartOf, getStoryItem, storyKind, storyTeamOf } from '../planning/story/story-store.ts';
import type { Reader } from '../kernel/core/database.ts';
import type { Projection } from '../kernel/log/projection.ts';
import { workspaceOf } from './workspace-of.ts';

/**
 * Requests that a team's forecasts are recomputed after changes of its objectives, and after its stories begin or cease to
 * wait for others or for a start date. The nightly forecast follows deletions: those of a workspace must not leave anything to do. Changes of
 * stories request it once they are counted.
 */
export const forecasts: Projection = {
  name: 'forecasts',
  follows: [objectiveKind, storyKind, storyRelationsKind],
  deletionsOnly: false,
  async handle({ database, now }, changes) {
    const read = createReader(database);
    const teams = new Map<string, string | undefined>();
    for (const change of changes) {
      const concerned = await concernedBy(read, change);
      if (concerned) teams.set(concerned.teamId, concerned.workspaceId);
    }
    await Promise.all(
      [...teams].map(([ownerId, workspaceId]) =>
        requestJob(database, { name: 'forecast', ownerId, workspaceId }, now),
      ),
    );
  },
  rebuild: { leads: (item) => (objectiveKind.includes(item) ? [{ key: item, before: item }] : []) },
};

interface Concerned {
  teamId: string;
  workspaceId: string | undefined;
}

/** The team whose forecasts a change concerns; undefined if it concerns none. */
async function concernedBy(read: Reader, { key, before, after }: ItemChange): Promise<Concerned | undefined> {
  if (storyKind.includes(key)) {
    const isSame = !before || !after || awaitedStartOf(before) === awaitedStartOf(after);
    return isSame ? undefined : { teamId: storyTeamOf(after), workspaceId: workspaceOf(after) };
  }
  if (!storyRelationsKind.includes(key)) {
    const item = after && 'doc' in after ? after : await read.get(key);
    return item && toObjective(item);
  }
  if (after === undefined) return undefined;
  const item = 'relations' in after ? after : await read.get(key);
  if (!item) return undefined;
  const { storyId, teamId, ...is } = toStoryRelations(item);
  const waited = before ? awaitedBy(toStoryRelations(before)) : [];
  if (awaitedBy(is).sort().join() === waited.sort().join()) return undefined;
  const story = await getStoryItem(read, storyId);
  return { teamId, workspaceId: story && workspaceOf(story) };
}
