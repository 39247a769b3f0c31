import { storyKind } from '../../stories/story-store.ts';
import type { Projection } from '../projection.ts';
import { countStories } from './count-stories.ts';

/** Story counts of objectives and sprints, their days, and teams' throughput. */
export const storyCounts: Projection = {
  name: 'story-counts',
  follows: [storyKind],
  deletionsOnly: false,
  async handle({ database, now }, changes) {
    const ids = new Set(changes.map(({ key }) => storyKind.idOf(key)));
    const deletions = changes.filter(({ after }) => after === undefined);
    const deletedAt = new Map(deletions.map(({ key, at }) => [storyKind.idOf(key), at]));
    await countStories(database, [...ids], now, deletedAt);
  },
};
