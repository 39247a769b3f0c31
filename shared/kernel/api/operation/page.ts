import { withLongText } from '../../db/long-text.ts';
import type { NewestMatches } from '../../db/merge-partitions.ts';
import { SELF } from '../../db/table.ts';
import type { Page, PageRequest } from '../../core/call.ts';
import type { Item, Reader } from '../../core/database.ts';
import { RESPONSE_DATA_MAX_BYTES } from '../../core/response-limits.ts';

/**
 * Builds a page from a run that was read one item longer than requested, which reveals whether there are
 * more; for a search that ended early, `end` is the sort key where it stopped. Ends the page early if the
 * response would exceed 4 MB.
 */
export function pageOf<T>(
  items: readonly Item[],
  { limit }: PageRequest,
  show: { resource: (item: Item) => T; position: (item: Item) => string },
  end?: string,
): Page<T> {
  const shown: T[] = [];
  let bytes = 0;
  for (const item of items.slice(0, limit)) {
    const resource = show.resource(item);
    bytes += Buffer.byteLength(JSON.stringify(resource));
    if (shown.length > 0 && bytes > RESPONSE_DATA_MAX_BYTES) break;
    shown.push(resource);
  }
  const last = items[shown.length - 1];
  if (shown.length < items.length && last) return { items: shown, next: show.position(last) };
  return end === undefined ? { items: shown } : { items: shown, next: show.position({ pk: end, sk: SELF }) };
}

/** Builds the page of a list that was read by ids, newest first like every list; undefined for what is not there. */
export function pageOfIds<T>(
  items: readonly (Item | undefined)[],
  page: PageRequest,
  show: { resource: (item: Item) => T; position: (item: Item) => string },
): Page<T> {
  const { after } = page;
  const left = items.filter(
    (item) => item !== undefined && (after === undefined || show.position(item) < after),
  );
  const unique = [...new Map(left.map((item) => [item!.pk, item!])).values()];
  return pageOf(
    unique.sort((a, b) => (a.pk < b.pk ? 1 : -1)),
    page,
    show,
  );
}

/** Builds the page of a search, with the long texts that the list index omits. */
export async function pageWithLongText<T>(
  read: Reader,
  { items, end }: NewestMatches,
  page: PageRequest,
  show: { resource: (item: Item) => T; position: (item: Item) => string },
): Promise<Page<T>> {
  const first = items.slice(0, page.limit);
  const more = items.length > page.limit ? first.at(-1)!.pk : end;
  return pageOf(await withLongText(read, first), page, show, more);
}
