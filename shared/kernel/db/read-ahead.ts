import QuickLRU from 'quick-lru';
import type { Item, Key, Reader } from '../core/database.ts';

/** Number of addresses of which a sandbox remembers at least what they read. */
const REMEMBERED_MAX = 1_000;

type Read = (read: Reader) => Promise<unknown>;

/** The reads of the last request of each address: keys and conditions, never results. */
const lastReads = new QuickLRU<string, Map<string, Read>>({ maxSize: REMEMBERED_MAX });

/**
 * Returns a reader that starts the reads of the last request of the same address immediately, so that reads which
 * depend on each other take one round trip. All results have been read since this call with the underlying reader's
 * consistency, and only requested ones are returned. For requests that write nothing.
 */
export function readAhead(read: Reader, address: string): Reader {
  const begun = new Map([...(lastReads.get(address) ?? [])].map(([text, of]) => [text, begin(of(read))]));
  const reads = new Map<string, Read>();
  lastReads.set(address, reads);
  const ask = <T>(name: string, input: unknown, of: (reader: Reader) => Promise<T>): Promise<T> => {
    const text = name + JSON.stringify(input);
    reads.set(text, of);
    return (begun.get(text) as Promise<T> | undefined) ?? of(read);
  };
  return {
    get(item) {
      const key = keyOf(item);
      return ask<Item | undefined>('get', key, (reader) => reader.get(key));
    },
    getMany(items, attributes) {
      const keys = items.map(keyOf);
      return ask('getMany', [keys, attributes], (reader) => reader.getMany(keys, attributes));
    },
    query: (query) => ask('query', query, (reader) => reader.query(query)),
    count: (query) => ask('count', query, (reader) => reader.count(query)),
    children: (pk, prefix) => ask('children', [pk, prefix], (reader) => reader.children(pk, prefix)),
    range: (range) => ask('range', range, (reader) => reader.range(range)),
  };
}

/** The key alone, without an item's other attributes. */
const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

/** Marks a promise as handled, so that a failure surfaces only when the value is awaited. */
function begin(found: Promise<unknown>): Promise<unknown> {
  found.catch(() => undefined);
  return found;
}
