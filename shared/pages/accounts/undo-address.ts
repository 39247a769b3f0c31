import { putAccount } from '../../kernel/auth/account-store.ts';
import { parseUserSecret, type UserSecret } from '../../kernel/auth/user-secret.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { getUser, type User } from '../../identity/members/user-store.ts';
import { getFormerAddress, restoreAddress, type FormerAddress } from './address-store.ts';
import { clearCookie, cookieNames } from '../session/cookies.ts';
import type { FormCode, PageCode } from '../kit/page.ts';
import { PageError } from '../session/page-error.ts';
import { linkHolders, type LinkHolder } from './open-audiences.ts';
import { hashPassword } from '../session/password.ts';
import { addressUndoView, addressUndoneView } from './undo-address-view.ts';

/** Anyone who has the link to their former address, which is in nothing but the mail to it and authorizes the form. */
export const formerOwners = linkHolders(
  formerOrThrow,
  () => Promise.resolve(undefined),
  // The form has no fields.
  () => ({}),
);

type FormerOwner = LinkHolder<FoundAddress>;

/** Reading the page changes nothing: mail scanners open links. */
export const page: PageCode<FormerOwner> = {
  formsAnswer: true,
  show: ({ t, page: action, link: { former } }) =>
    Promise.resolve(addressUndoView({ t, email: former.email, action })),
};

/**
 * Gives a person their former address back. A new password, which no one knows, ends all that was begun with the one
 * of before.
 */
const undoAddress: FormCode<FormerOwner> = {
  needsNoToken: () => true,
  async handle({ call, t, link: { user, secret } }) {
    const { services, now } = call;
    const { database } = services;
    const passwordHash = await hashPassword(services.randomBytes(32).toString('base64url'));
    const ended = putAccount(user.id, { passwordHash, passwordSetAt: now.toISOString() });
    await retryOnConflict(async () => {
      const found = await formerOrThrow({ ...call, read: createReader(database) });
      const restored = await restoreAddress({ ...found, secret }, call, { gone, taken });
      await commit(database, [ended, ...restored]);
    });
    return { ...addressUndoneView(t), cookies: [clearCookie(cookieNames.session)] };
  },
};

export const forms = { undoAddress };

interface FoundAddress {
  user: User;
  secret: UserSecret;
  former: FormerAddress;
}

async function formerOrThrow(call: WebCall): Promise<FoundAddress> {
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
