import type { Reader } from '../../kernel/core/database.ts';
import { getListedUpdates, publishedOf, toUpdate, updateIndexes } from './update-store.ts';
import type { FeedbackUpdate } from './update.ts';

/** The maximum number of updates that are found of a month, the newest. */
const UPDATES_MAX = 100;

/** The addresses of a portal's updates that were published within a span of time, newest first. */
export async function findUpdatesOfMonth(
  read: Reader,
  portalId: string,
  { start, end }: { start: Date; end: Date },
): Promise<Pick<FeedbackUpdate, 'slug' | 'updatedAt'>[]> {
  const keys = await read.query({
    index: updateIndexes.publication,
    partition: publishedOf(portalId),
    before: end.toISOString(),
    downTo: start.toISOString(),
    limit: UPDATES_MAX,
  });
  const updates = (await getListedUpdates(read, keys)).map(toUpdate);
  return updates.filter(({ publishedAt }) => publishedAt !== null);
}
