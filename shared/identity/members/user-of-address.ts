import type { Change, Reader } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import type { Services } from '../../kernel/core/services.ts';
import { findFormerAccount, forgetFormerAccount } from './former-account-store.ts';
import { confirmUser, putUser } from './user-store.ts';

/**
 * Returns the id of an address's user, and the changes that create them unless they are `known`. Someone who deleted an
 * account with the address has its id again, so that its votes count once and its bans go on. Known and unknown
 * addresses cost the same reads and changes.
 */
export async function userOfAddress(
  read: Reader,
  { email, known }: { email: string; known: string | undefined },
  { keys, newId }: Pick<Services, 'keys'> & { newId: () => string },
): Promise<{ id: string; changes: Change[] }> {
  const [former, forget] = await Promise.all([
    findFormerAccount(read, email, { keys }),
    forgetFormerAccount(email, { keys }),
  ]);
  const id = known ?? former ?? newId();
  const user = { id, email };
  return {
    id,
    changes: [
      ...(known === undefined ? putUser(user, writeConflict) : confirmUser(user, writeConflict)),
      ...forget,
    ],
  };
}
