import type { Item, Key, Reader } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { WebhookServices } from './pipeline.ts';

/** The time for which the lanes of an invocation share reads of their endpoints, in milliseconds. */
const SHARED_MS = 250;

/** Reads that the lanes of an invocation share, such as their endpoint, its owner and its events. */
export interface RecentReads {
  /** `read` reads again; `shared` returns what another lane has read since `at`, in milliseconds since 1970. */
  open: () => { at: number; read: Reader; shared: Reader };
  /** Discards the data that was read, since an attempt has changed it. */
  forget: () => void;
}

/**
 * Creates reads that are shared by the lanes of an endpoint: messages of one batch wake several of them at the same
 * moment, and they need the same items.
 */
export function createRecentReads({ database, now }: Pick<WebhookServices, 'database' | 'now'>): RecentReads {
  let since = -Infinity;
  let items = new Map<string, Promise<Item | undefined>>();

  function begin(at: number): void {
    since = at;
    items = new Map();
  }

  return {
    open() {
      const time = now().getTime();
      if (time - since > SHARED_MS) begin(time);
      const read = createReader(database);
      const known = items;
      const get = (key: Key): Promise<Item | undefined> => {
        const name = `${key.pk} ${key.sk}`;
        const item = known.get(name) ?? read.get(key);
        known.set(name, item);
        item.catch(() => known.delete(name));
        return item;
      };
      return { at: since, read, shared: { ...read, get } };
    },
    forget: () => begin(-Infinity),
  };
}
