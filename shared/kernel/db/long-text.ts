import type { Item, Reader } from '../core/database.ts';

/** Fills in the long texts that the list index omits, with one read if there are any. */
export async function withLongText(read: Reader, items: readonly Item[]): Promise<Item[]> {
  const separate = items.filter((item) => item['split'] === true && item['longText'] === undefined);
  const found = await read.getMany(separate, ['doc', 'longText', 'teamId']);
  const full = new Map(found.filter((item) => item !== undefined).map((item) => [item.pk, item]));
  return items.flatMap((item) => (separate.includes(item) ? (full.get(item.pk) ?? []) : item));
}
