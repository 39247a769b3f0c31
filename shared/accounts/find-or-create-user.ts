import { writeConflict } from '../core/errors.ts';
import { newId } from '../core/id.ts';
import { retryOnConflict } from '../db/retry-on-conflict.ts';
import { commit } from '../db/write.ts';
import { createReader } from '../db/reader.ts';
import { findUserId, putUser } from '../members/user-store.ts';
import { findFormerAccount } from './former-account-store.ts';
import type { WebCall } from '../api/operation/web-route.ts';

/**
 * Returns the id of the user with an address that is proved to be theirs; a stranger becomes one. Whoever deleted an
 * account with the address has its id again, so that its votes count once and its bans go on.
 */
export const findOrCreateUser = (email: string, { services, now }: WebCall): Promise<string> =>
  retryOnConflict(async () => {
    const read = createReader(services.database);
    const known = await findUserId(read, email);
    if (known !== undefined) return known;
    const former = await findFormerAccount(read, email, services);
    const id = former?.id ?? newId(now);
    const forget = former ? [former.forget] : [];
    await commit(services.database, [...putUser({ id, email }, writeConflict), ...forget]);
    return id;
  });
