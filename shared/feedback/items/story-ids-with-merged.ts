import type { Item, Reader } from '../../kernel/core/database.ts';
import type { FeedbackItem } from './item.ts';
import { getItem, mergedOf, toItem } from './item-store.ts';

/** An item and those that are merged into it. Eventually consistent for the latter. */
export async function itemWithMerged(read: Reader, item: Item): Promise<FeedbackItem[]> {
  const merged = await Promise.all(mergedOf(item).map((id) => getItem(read, id)));
  return [item, ...merged].flatMap((one) => (one ? [toItem(one)] : []));
}

/** The stories of an item and of those that are merged into it, each once. Eventually consistent for the latter. */
export async function storyIdsWithMerged(read: Reader, item: Item): Promise<string[]> {
  const all = await itemWithMerged(read, item);
  return [...new Set(all.flatMap(({ storyIds }) => storyIds))];
}
