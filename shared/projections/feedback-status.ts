import { writeConflict } from '../kernel/core/errors.ts';
import { createReader } from '../kernel/db/reader.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import type { ItemKind } from '../kernel/db/table.ts';
import { orRedeliver, retryOnConflict } from '../kernel/db/retry-on-conflict.ts';
import { commit } from '../kernel/db/write.ts';
import { nextTimestamp } from '../kernel/core/clock.ts';
import { getStatusCategories } from '../identity/status/status-categories.ts';
import { getStoryItem, storyKind, toStory } from '../planning/story/story-store.ts';
import { storyIdsWithMerged } from '../feedback/items/story-ids-with-merged.ts';
import { isFinished, type FeedbackItem } from '../feedback/items/item.ts';
import { getLinkedItemIds } from '../feedback/items/item-link-store.ts';
import {
  feedbackItemKind,
  followedOf,
  getItem,
  isRanked,
  recordFollowed,
  replaceItem,
  repositionByVotes,
  toItem,
} from '../feedback/items/item-store.ts';
import { isCreation, type Projection } from '../kernel/log/projection.ts';
import type { Reader, Database } from '../kernel/core/database.ts';

/**
 * Completes feedback items whose linked stories, and those of what is merged into them, are done, and updates their position by votes. The observed
 * state of the stories is stored with the item, so that a status set manually stays until the stories change
 * again.
 */
export const feedbackStatus: Projection = {
  name: 'feedback-status',
  follows: [storyKind, feedbackItemKind],
  deletionsOnly: false,
  async handle(context, changes) {
    const { database, now } = context;
    const idsOf = (kind: ItemKind, some: readonly ItemChange[]) =>
      some.filter(({ key }) => kind.includes(key)).map(({ key }) => kind.idOf(key));
    const read = createReader(database);
    // An item that is linked to a new story changes itself.
    const completing = changes.filter((change) => mayComplete(change) && !isCreation(context, change));
    const storyIds = idsOf(storyKind, completing);
    const linked = await Promise.all(storyIds.map((id) => getLinkedItemIds(read, id)));
    const ids = new Set([...idsOf(feedbackItemKind, changes), ...linked.flat()]);
    const settle = (id: string, completes: boolean) =>
      retryOnConflict(
        () => bringUpToDate(database, id, now, completes),
        orRedeliver('An item kept changing.'),
      );
    const outcomes = await Promise.all([...ids].map(async (id) => ({ id, ...(await settle(id, false)) })));
    const into = new Set(outcomes.flatMap(({ mergedIntoId }) => mergedIntoId ?? []));
    // One after the other: each counts up the version of its portal's content.
    for (const { id } of outcomes.filter(({ isSettled }) => !isSettled)) await settle(id, true);
    // What an item was merged into follows its stories too.
    for (const id of into) await settle(id, true);
  },
  rebuild: { leads: (item) => (feedbackItemKind.includes(item) ? [{ key: item }] : []) },
};

/** Whether a story's change can complete the items linked to it: what they follow is its status and completion. */
function mayComplete({ key, before, after }: ItemChange): boolean {
  if (!storyKind.includes(key) || before === undefined || after === undefined) return true;
  const [was, is] = [toStory(before), toStory(after)];
  return was.statusId !== is.statusId || was.completedAt !== is.completedAt;
}

interface StatusOutcome {
  /** Whether the item is as its stories say. */
  isSettled: boolean;
  mergedIntoId: string | null;
}

/** Completes an item whose stories are done, only if `completes`; otherwise it stays unsettled. */
async function bringUpToDate(
  database: Database,
  id: string,
  now: Date,
  completes: boolean,
): Promise<StatusOutcome> {
  const read = createReader(database);
  const stored = await getItem(read, id);
  if (!stored) return { isSettled: true, mergedIntoId: null };
  if (!isRanked(stored)) await commit(database, [repositionByVotes(stored, writeConflict)]);
  const item = toItem(stored);
  const { mergedIntoId } = item;
  const done = await doneAs(read, item, await storyIdsWithMerged(read, stored));
  if (done === undefined || done === followedOf(stored)) return { isSettled: true, mergedIntoId };
  if (isFinished(item.status)) {
    await commit(database, [recordFollowed(stored, done, writeConflict)]);
    return { isSettled: true, mergedIntoId };
  }
  if (!completes) return { isSettled: false, mergedIntoId };
  const next = { ...item, status: 'completed' as const, updatedAt: nextTimestamp(now, item.updatedAt) };
  await commit(database, replaceItem(next, item, writeConflict, { followed: done }));
  return { isSettled: true, mergedIntoId };
}

/**
 * The way in which an item's stories were finished: undefined until every existing story is completed or cancelled and
 * at least one is completed. Of what is merged into it, what was done before the item was there does not count.
 */
async function doneAs(
  read: Reader,
  item: FeedbackItem,
  storyIds: readonly string[],
): Promise<string | undefined> {
  const found = await Promise.all(storyIds.map((id) => getStoryItem(read, id)));
  const stories = found
    .flatMap((story) => (story ? [toStory(story)] : []))
    .filter(
      ({ id, completedAt }) =>
        item.storyIds.includes(id) || completedAt === null || completedAt >= item.createdAt,
    );
  const categories = await getStatusCategories(
    read,
    stories.map(({ statusId }) => statusId),
  );
  const ends = stories.map(({ id, statusId, completedAt }) => ({
    category: categories.get(statusId),
    text: `${id} ${completedAt}`,
  }));
  const done = ends.every(({ category }) => category === 'completed' || category === 'cancelled');
  if (!done || !ends.some(({ category }) => category === 'completed')) return undefined;
  return ends
    .map(({ text }) => text)
    .sort()
    .join(', ');
}
