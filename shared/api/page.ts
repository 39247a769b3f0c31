import type { Json } from '../lib/json.ts';
import type { Item } from '../db/table.ts';
import type { Page, PageRequest } from './operation.ts';

/** The most characters of a page's items together; Lambda's own answers end at 6 MB. */
const PAGE_CHARACTERS = 4_000_000;

/**
 * The page made of the first items of a run that was read one longer than asked, which is how it is known
 * that more exist. Ends early where the answer would grow past 4 MB.
 */
export function pageOf<T>(
  items: readonly Item[],
  { limit }: PageRequest,
  show: { json: (item: Item) => Json<T>; position: (item: Item) => string },
): Page<T> {
  const shown: Json<T>[] = [];
  let characters = 0;
  for (const item of items.slice(0, limit)) {
    const json = show.json(item);
    characters += json.text.length;
    if (shown.length > 0 && characters > PAGE_CHARACTERS) break;
    shown.push(json);
  }
  const last = items[shown.length - 1];
  return shown.length < items.length && last ? { items: shown, next: show.position(last) } : { items: shown };
}
