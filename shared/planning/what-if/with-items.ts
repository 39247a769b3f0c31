import type { IndexQuery, Item, Key, Reader } from '../../kernel/core/database.ts';
import { table } from '../../kernel/db/table.ts';

/** A reader of the table as it would be with some items in place of those that it has, in its indexes too. */
export function withItems(read: Reader, items: readonly Item[]): Reader {
  const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
  const byName = new Map(items.map((item) => [nameOf(item), item]));
  const inPlaceOf = <T extends Item>(item: T): Item => byName.get(nameOf(item)) ?? item;
  return {
    ...read,
    get: async (key) => byName.get(nameOf(key)) ?? (await read.get(key)),
    getMany: async (keys, attributes) => {
      const found = await read.getMany(keys, attributes);
      return found.map((item, at) => byName.get(nameOf(keys[at]!)) ?? item);
    },
    children: async (pk, prefix) => (await read.children(pk, prefix)).map(inPlaceOf),
    query: async (query) => {
      const { partitionKey, sortKey } = table.indexes[query.index];
      const others = (await read.query(query)).filter((item) => !byName.has(nameOf(item)));
      const own = items.filter((item) => item[partitionKey] === query.partition && isWithin(item, query));
      // A page that follows another one has none of them: the first page had.
      if (own.length === 0 || query.following !== undefined) return others;
      const direction = query.upTo !== undefined || query.ascending !== undefined ? 1 : -1;
      const places = [...others, ...own].map((item) => [item[sortKey] as string | number, item] as const);
      return places
        .sort(([a], [b]) => (a < b ? -direction : direction))
        .slice(0, query.limit)
        .map(([, item]) => item);
    },
  };
}

/** Whether an item of a query's partition is among the sort keys that it asks for. */
function isWithin(item: Item, { index, before, downTo, at, upTo, ascending }: IndexQuery): boolean {
  const place = item[table.indexes[index].sortKey] as string | number;
  return (
    (at === undefined || place === at) &&
    (before === undefined || place < before) &&
    (downTo === undefined || place >= downTo) &&
    (upTo === undefined || place <= upTo) &&
    (ascending?.after === undefined || place > ascending.after)
  );
}
