import { putAccount } from '../../kernel/auth/account-store.ts';
import { parseUserSecret, type UserSecret } from '../../kernel/auth/user-secret.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { getUser, type User } from '../../identity/members/user-store.ts';
import { getFormerAddress, restoreAddress, type FormerAddress } from './address-store.ts';
import { clearCookie, cookieNames } from './cookies.ts';
import { textsFor } from '../messages/texts-for.ts';
import { PageError } from './page-error.ts';
import type { PageHandler } from './page-route.ts';
import { hashPassword } from './password.ts';
import { addressUndoView, addressUndoneView } from './undo-address-view.ts';

/** Reading the page changes nothing: mail scanners open links. */
export const showAddressUndo: PageHandler = async (call) => {
  const { former } = await formerOrThrow(call);
  return addressUndoView({
    t: await textsFor(call.request),
    email: former.email,
    action: call.request.path,
  });
};

/**
 * Gives a person their former address back. A new password, which no one knows, ends all that was begun with the one
 * of before. The form needs no cookie: its address is in nothing but the mail, and authorizes it.
 */
export const undoAddress: PageHandler = async (call) => {
  const { services, now } = call;
  const { database } = services;
  const {
    user: { id },
    secret,
  } = await formerOrThrow(call);
  const passwordHash = await hashPassword(services.randomBytes(32).toString('base64url'));
  const ended = putAccount(id, { passwordHash, passwordSetAt: now.toISOString() });
  await retryOnConflict(async () => {
    const found = await formerOrThrow({ ...call, read: createReader(database) });
    const restored = await restoreAddress({ ...found, secret }, call, { gone, taken });
    await commit(database, [ended, ...restored]);
  });
  return {
    ...addressUndoneView(await textsFor(call.request)),
    cookies: [clearCookie(cookieNames.session)],
  };
};

async function formerOrThrow(
  call: WebCall,
): Promise<{ user: User; secret: UserSecret; former: FormerAddress }> {
  const { read, request, now, note } = call;
  const secret = parseUserSecret(request.parameters['secret'] ?? '');
  if (!secret) throw gone();
  const [former, user] = await Promise.all([
    getFormerAddress(read, secret, now),
    getUser(read, secret.userId),
  ]);
  if (!former || !user) throw gone();
  note({ userId: user.id });
  return { user, secret, former };
}

/** The same error for a link that never existed, was used, or has expired. */
const gone = () => new PageError(410, 'error.link', 'error.addressLinkText');

const taken = () => new PageError(409, 'error.newAccount', 'error.newAccountText');
