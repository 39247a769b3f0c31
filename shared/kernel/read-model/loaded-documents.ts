import type { Item } from '../core/database.ts';
import type { IndexedDocument } from './definition.ts';

/** The documents of items that were read by their ids, as a read model loads them. */
export const loadedDocuments = (
  ids: readonly string[],
  items: readonly (Item | undefined)[],
  documentOf: (item: Item) => IndexedDocument | null,
) => items.map((item, position) => ({ id: ids[position]!, document: item ? documentOf(item) : null }));
