import { isDeepStrictEqual } from 'node:util';
import { createReader } from '../../kernel/db/reader.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { storyKind, toStory } from '../../planning/story/story-store.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { isCreation, type Projection, type ProjectionContext } from '../../kernel/log/projection.ts';
import { updateStoryCounts } from './update-story-counts.ts';
import { countedAs } from './ledger.ts';
import { countedStoryOf, getLedgerLine } from './ledger-store.ts';
import { requestForecasts } from './request-forecasts.ts';

/** Story counts of objectives and sprints, their days, and teams' throughput. */
export const storyCounts: Projection = {
  name: 'story-counts',
  follows: [storyKind],
  deletionsOnly: false,
  async handle(context, changes) {
    const { database, now } = context;
    const counting = changes.filter((change) => changesCounts(context, change));
    const ids = new Set(counting.map(({ key }) => storyKind.idOf(key)));
    const created = new Map(
      [...Map.groupBy(counting, ({ key }) => storyKind.idOf(key))].flatMap(([id, [change, ...later]]) =>
        later.length === 0 && isCreation(context, change!) ? [[id, change!.after!] as const] : [],
      ),
    );
    const deletions = counting.filter(({ after }) => after === undefined);
    const deletedAt = new Map(deletions.map(({ key, at }) => [storyKind.idOf(key), at]));
    await updateStoryCounts(database, [...ids], now, { deletedAt, created });
    await requestForecasts(context, counting);
  },
  rebuild: {
    leads: (item) => {
      const id = storyKind.includes(item) ? storyKind.idOf(item) : countedStoryOf(item);
      return id === undefined ? [] : [{ key: storyKind.key(id) }];
    },
    async outdated({ database }, changes) {
      const read = createReader(database);
      const wrong = await Promise.all(changes.map((change) => isBehind(read, change)));
      return changes.filter((_, position) => wrong[position]);
    },
    async finish({ database }, workspaceId) {
      const { recountWorkspace } = await import('./recount-workspace.ts');
      return await recountWorkspace(database, workspaceId);
    },
  },
};

/** Whether a story's ledger entry differs from the story. */
async function isBehind(read: Reader, { key, after }: ItemChange): Promise<boolean> {
  const { counted } = await getLedgerLine(read, storyKind.idOf(key));
  if (!after) return counted !== null;
  const story = toStory(after);
  const categories = await getStatusCategories(read, [story.statusId]);
  return !isDeepStrictEqual(counted, countedAs(story, categories.get(story.statusId)!));
}

/**
 * Whether a change can change a count. Decided by the record alone, never by comparing the story with its ledger entry:
 * a worker that has read an older state may still commit, and only an entry whose version moves stops it. Each change
 * that counts moves it. A rebuild or a replay does not know the state that was counted before.
 */
function changesCounts({ inOrder }: ProjectionContext, { before, after }: ItemChange): boolean {
  if (!inOrder && (before === undefined || after === undefined)) return true;
  return countedPart(before) !== countedPart(after);
}

/**
 * The counted part of an item; null if nothing is counted. A status's category never changes, so its id represents it.
 */
function countedPart(item: Item | undefined): string | null {
  const story = item && toStory(item);
  const counted = story && countedAs(story, 'backlog');
  return counted ? JSON.stringify([counted, story.statusId]) : null;
}
