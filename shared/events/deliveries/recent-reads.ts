import type { Item, Key, Reader } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { WebhookServices } from './pipeline.ts';

/** How long the lanes of an invocation share what they have read of their endpoints, in milliseconds. */
const SHARED_MS = 250;

/** What the lanes of an invocation read of the same items, such as their endpoint, its owner and its events. */
export interface RecentReads {
  /** `read` reads again; `shared` returns what another lane has read since `at`, in milliseconds since 1970. */
  open: () => { at: number; read: Reader; shared: Reader };
  /** Forgets what was read, since an attempt has changed it. */
  forget: () => void;
}

/** Messages of one batch wake several lanes of an endpoint, which begin at the same moment and need the same items. */
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
