import type { Item, Reader } from '../../kernel/core/database.ts';
import { getItem, mergedOf, toItem } from './item-store.ts';

/** The stories of an item and of those that are merged into it, each once. Eventually consistent for the latter. */
export async function storyIdsWithMerged(read: Reader, item: Item): Promise<string[]> {
  const merged = await Promise.all(mergedOf(item).map((id) => getItem(read, id)));
  const all = [item, ...merged].flatMap((one) => (one ? toItem(one).storyIds : []));
  return [...new Set(all)];
}
