import { firstIdAt } from '../../kernel/core/id.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { PublicItem } from './item.ts';
import { itemPartitions, itemSortKey, toItem } from './item-store.ts';

/** The maximum number of items that are found of a month, the newest. */
const ITEMS_MAX = 1_000;

/** The addresses of a portal's visible items that were created within a span of time, newest first; one query. */
export async function findItemsOfMonth(
  read: Reader,
  portalId: string,
  { start, end }: { start: Date; end: Date },
): Promise<Pick<PublicItem, 'slug' | 'updatedAt'>[]> {
  const items = await read.query({
    index: 'list',
    partition: itemPartitions.all(portalId),
    before: itemSortKey(firstIdAt(end.getTime())),
    downTo: itemSortKey(firstIdAt(start.getTime())),
    limit: ITEMS_MAX,
  });
  return items.map((item) => {
    const { slug, updatedAt } = toItem(item);
    return { slug, updatedAt };
  });
}
