import { undoPath } from '../session/account-paths.ts';
import { recordAct } from '../../identity/audit/account-act-store.ts';
import { deleteInvitation } from '../../kernel/auth/account-store.ts';
import { newUserSecret, type UserSecret } from '../../kernel/auth/user-secret.ts';
import { textsFor } from '../session/texts-for.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { isSameAddress } from '../../identity/mail/mail.ts';
import { queueMail } from '../../identity/mail/mail-store.ts';
import { forgetFormerAccount, putFormerAccount } from '../../identity/members/former-account-store.ts';
import { moveUser, type User } from '../../identity/members/user-store.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';

/** The time for which the owner of a former address can undo the change, in milliseconds. */
const UNDO_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** A former address of a person, which can be had back. */
export interface FormerAddress {
  email: string;
  /** When it was changed, in milliseconds since 1970. */
  changedAt: number;
  expiresAt: number;
}

const PREFIX = 'ADDRESSWAS#';

const formerKey = ({ userId, hash }: Pick<UserSecret, 'userId' | 'hash'>): Key => ({
  pk: userPartition(userId),
  sk: PREFIX + hash,
});

/**
 * Changes that give a person another address, which they have proved to be theirs: a notice goes to the former one,
 * with a link that undoes it; a link to set a password is withdrawn, since it is in the mailbox of before. Once the
 * account is deleted, the former address leads to its votes and bans like the last one.
 */
export async function changeAddress(
  user: User,
  to: string,
  call: WebCall,
  taken: () => Error,
): Promise<Change[]> {
  const { now, services } = call;
  const undo = newUserSecret(user.id, services.randomBytes);
  const expiresAt = now.getTime() + UNDO_LIFETIME_MS;
  const former: FormerAddress = { email: user.email, changedAt: now.getTime(), expiresAt };
  const t = await textsFor(call.request);
  const mail = {
    to: user.email,
    language: t.language,
    subject: t.text('addressMail.title'),
    body: {
      title: t.text('addressMail.title'),
      paragraphs: [t.text('addressMail.text'), t.text('addressMail.notYou')],
      action: { label: t.text('addressMail.undo'), path: undoPath(undo.text) },
      footer: t.text('passwordMail.footer'),
    },
    reason: ['address', undo.hash],
  };
  return [
    ...moveUser(user, to, taken),
    ...(await forgetFormerAccount(to, services)),
    await putFormerAccount(user, services),
    deleteInvitation(user.id),
    { put: { ...formerKey(undo), ...former, ttl: Math.ceil(expiresAt / 1000) } },
    recordMove(user, to, call),
    queueMail(mail, now, writeConflict),
  ];
}

const recordMove = ({ id, email }: User, to: string, call: WebCall): Change =>
  recordAct(id, call, { type: 'member.address_changed', changes: [{ field: 'email', from: email, to }] });

/** The former address that a secret restores, if it is still valid. */
export async function getFormerAddress(
  read: Reader,
  secret: UserSecret,
  now: Date,
): Promise<FormerAddress | undefined> {
  const found = (await read.get(formerKey(secret))) as (Item & FormerAddress) | undefined;
  return found && found.expiresAt > now.getTime() ? found : undefined;
}

/**
 * Changes that give a person their former address back. Who changed it, or changed it again, can no longer undo that.
 * Throws `gone` if it has been done before.
 */
export async function restoreAddress(
  { user, secret, former }: { user: User; secret: UserSecret; former: FormerAddress },
  call: WebCall,
  { gone, taken }: { gone: () => Error; taken: () => Error },
): Promise<Change[]> {
  const stored = (await call.read.children(userPartition(user.id), PREFIX)) as (Item & FormerAddress)[];
  const own = formerKey(secret);
  const later = stored.filter(({ sk, changedAt }) => sk !== own.sk && changedAt >= former.changedAt);
  return [
    { delete: own, if: 'present', onConditionFailed: gone },
    ...later.map(({ pk, sk }) => ({ delete: { pk, sk } })),
    ...(isSameAddress(user.email, former.email) ? [] : moveUser(user, former.email, taken)),
    ...(await forgetFormerAccount(former.email, call.services)),
    deleteInvitation(user.id),
    recordMove(user, former.email, call),
  ];
}
