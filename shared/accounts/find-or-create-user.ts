import { writeConflict } from '../core/errors.ts';
import { newId } from '../core/id.ts';
import { retryOnConflict } from '../db/retry-on-conflict.ts';
import { commit } from '../db/write.ts';
import { createReader } from '../db/reader.ts';
import { findUserId, putUser } from '../members/user-store.ts';
import type { WebCall } from '../api/operation/web-route.ts';

/** Returns the id of the user with an address that is proved to be theirs; a stranger becomes one. */
export const findOrCreateUser = (email: string, { services, now }: WebCall): Promise<string> =>
  retryOnConflict(async () => {
    const known = await findUserId(createReader(services.database), email);
    if (known !== undefined) return known;
    const id = newId(now);
    await commit(services.database, putUser({ id, email }, writeConflict));
    return id;
  });
