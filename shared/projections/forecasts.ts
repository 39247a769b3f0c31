import { requestJob } from '../jobs/run-job.ts';
import { objectiveKind, toObjective } from '../objectives/objective-store.ts';
import { createReader } from '../db/reader.ts';
import { relationKind, toStoredRelation } from '../relations/relation-store.ts';
import { getStoryItem, storyTeamOf } from '../stories/story-store.ts';
import type { Item, Reader } from '../core/database.ts';
import type { Projection } from './projection.ts';

/**
 * Requests that a team's forecasts are made anew after changes of its objectives and after a story blocks another,
 * except deletions, which the nightly forecast follows; changes of stories request it once they are counted.
 */
export const forecasts: Projection = {
  name: 'forecasts',
  follows: [objectiveKind, relationKind],
  deletionsOnly: false,
  async handle({ database, now }, changes) {
    const read = createReader(database);
    const teams = new Set<string>();
    for (const { key, after } of changes) {
      const item = after && 'doc' in after ? after : await read.get(key);
      if (item) for (const teamId of await teamsOf(read, item)) teams.add(teamId);
    }
    for (const ownerId of teams) await requestJob(database, { name: 'forecast', ownerId }, now);
  },
  rebuild: { leads: (item) => (objectiveKind.includes(item) ? [{ key: item, before: item }] : []) },
};

async function teamsOf(read: Reader, item: Item): Promise<string[]> {
  if (objectiveKind.includes(item)) return [toObjective(item).teamId];
  const { type, storyId, relatedStoryId } = toStoredRelation(item);
  if (type !== 'blocks') return [];
  const stories = await Promise.all([storyId, relatedStoryId].map((id) => getStoryItem(read, id)));
  return stories.flatMap((story) => (story ? [storyTeamOf(story)] : []));
}
