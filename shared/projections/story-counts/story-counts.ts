import type { ItemChange } from '../../db/stream-record.ts';
import { storyKind, toStory } from '../../stories/story-store.ts';
import type { Item } from '../../core/database.ts';
import type { Projection } from '../projection.ts';
import { countStories } from './count-stories.ts';
import { countedAs } from './ledger.ts';

/** Story counts of objectives and sprints, their days, and teams' throughput. */
export const storyCounts: Projection = {
  name: 'story-counts',
  follows: [storyKind],
  deletionsOnly: false,
  async handle({ database, now }, changes) {
    const counting = changes.filter(changesCounts);
    const ids = new Set(counting.map(({ key }) => storyKind.idOf(key)));
    const deletions = counting.filter(({ after }) => after === undefined);
    const deletedAt = new Map(deletions.map(({ key, at }) => [storyKind.idOf(key), at]));
    await countStories(database, [...ids], now, deletedAt);
  },
};

/**
 * Whether a change can change a count. Decided by the record alone, never by comparing the story with its ledger entry:
 * a worker that has read an older state may still commit, and only an entry whose version moves stops it. Each change
 * that counts moves it.
 */
const changesCounts = ({ before, after }: ItemChange): boolean =>
  before === undefined || after === undefined || countedPart(before) !== countedPart(after);

/** A status keeps its category for good, so its id stands for it. */
function countedPart(item: Item): string {
  const story = toStory(item);
  return JSON.stringify([countedAs(story, 'backlog'), story.statusId]);
}
