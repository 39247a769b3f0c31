import type { CallName, DatabaseClient } from '../../core/database.ts';
import { ApiError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';

const reads: ReadonlySet<CallName> = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan']);

/** Ends a run where it would write. */
class WouldWrite extends Error {
  override name = 'WouldWrite';
}

/**
 * Runs work up to its first write, which is not made. Throws if it is refused by right (403); other refusals can depend on
 * what is done before, and are no concern of this.
 */
export async function untilWritten(
  services: Services,
  work: (services: Services) => Promise<unknown>,
): Promise<void> {
  const { client } = services.database;
  const reading: DatabaseClient = {
    sdk: () => client.sdk(),
    destroy: () => undefined,
    async call(name, input, options) {
      if (!reads.has(name)) throw new WouldWrite();
      return await client.call(name, input, options);
    },
  };
  try {
    await work({ ...services, database: { ...services.database, client: reading } });
  } catch (error) {
    if (error instanceof WouldWrite) return;
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) throw error;
  }
}
