import { newId } from '../../kernel/core/id.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { userOfAddress } from '../../identity/members/user-of-address.ts';
import { findUserId } from '../../identity/members/user-store.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/** Returns the id of the user with an address that is proved to be theirs; a stranger becomes one. */
export const findOrCreateUser = (email: string, { services, now }: WebCall): Promise<string> =>
  retryOnConflict(async () => {
    const read = createReader(services.database);
    const known = await findUserId(read, email);
    if (known !== undefined) return known;
    const making = { keys: services.keys, newId: () => newId(now) };
    const { id, changes } = await userOfAddress(read, { email, known }, making);
    await commit(services.database, changes);
    return id;
  });
