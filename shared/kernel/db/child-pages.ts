import type { Item, Reader } from '../core/database.ts';

/** Sorts after every sort key of letters, digits and `#` with the same beginning. */
const LAST = '~';

/** The items of a partition whose sort keys have a prefix. */
export interface Children {
  pk: string;
  prefix: string;
  /** The sort key of an item after which to begin. */
  after?: string | undefined;
  /** The most items read at once. */
  limit: number;
}

/**
 * Reads the items under a partition key whose sort keys have a prefix, in ascending order, in pages of up to `limit`,
 * strongly consistent. However many there are, only one page is in memory.
 */
export async function* childPages(
  read: Reader,
  { pk, prefix, after, limit }: Children,
): AsyncGenerator<Item[], undefined> {
  let last = after;
  for (;;) {
    // The range contains its ends; nothing is between a key and the same key with a space.
    const from = last === undefined ? prefix : `${last} `;
    const page = await read.range({ pk, from, to: `${prefix}${LAST}`, limit, consistent: true });
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)!.sk;
  }
}
