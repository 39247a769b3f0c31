import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { accountActKind } from '../../identity/audit/account-act-store.ts';
import { commit } from '../../kernel/db/write.ts';
import { isBanMark } from '../../feedback/items/ban-store.ts';
import { followKeysOf } from '../../feedback/items/follow-store.ts';
import { subscriberKeysOf } from '../../feedback/portal/subscriber-store.ts';
import { deleteAuthor, renameAuthor } from '../../feedback/items/rename-author.ts';
import { putFormerAccount } from '../../identity/members/former-account-store.ts';
import { deleteUser, removeUserName } from '../../identity/members/user-store.ts';
import { getVisitorLinks } from '../../kernel/auth/visitor-store.ts';
import { deletedAccountView } from './account-view.ts';
import { findWayBack } from './way-back.ts';
import { leaveAll } from './account.ts';
import { accountKey } from '../../kernel/auth/account-store.ts';
import type { AccountForm } from './account-audience.ts';
import { clearCookie, cookieNames } from '../session/cookies.ts';
import { PageError } from '../session/page-error.ts';
import { reauthenticate, requiredForDeletion } from './reauthentication.ts';
import type { Session } from '../session/session.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';
import { SELF } from '../../kernel/db/table.ts';
import { sessionKey } from '../session/session-store.ts';

/** DynamoDB's limit on transactions. */
const DELETES_AT_ONCE = 90;

/**
 * Deletes the person's account. Each step can be repeated, and the session is among the last things that go, so what was
 * interrupted is completed by sending the form again.
 */
export const deleteAccount: AccountForm = {
  async handle({ call, visitor, t }, form) {
    const { session } = visitor;
    const { posts } = form;
    if (posts !== 'keep' && posts !== 'delete') {
      throw new PageError(400, 'error.posts', 'error.postsText');
    }
    const back = await findWayBack(call);
    await assertProven(session, form['current'] ?? '', call);
    const { database } = call.services;
    const { id } = session.user;
    await leaveAll(id, call);
    await commit(database, [removeUserName(id)]);
    const writing = {
      read: call.read,
      write: (changes: Parameters<typeof commit>[1]) => commit(database, changes),
    };
    if (posts === 'delete') await deleteAuthor(writing, id);
    await renameAuthor(writing, id, call.now);
    await deleteTraces(session, call);
    return {
      ...deletedAccountView(visitor, back, t),
      cookies: [cookieNames.session, cookieNames.device, cookieNames.back].map(clearCookie),
    };
  },
};

/** Throws a 403 unless the session is fresh or the password is right. */
async function assertProven(session: Session, current: string, call: WebCall): Promise<void> {
  const proof = await requiredForDeletion(session, call);
  if (proof === 'none') return;
  const fault = proof === 'password' ? await reauthenticate(session, current, call) : undefined;
  if (proof === 'password' && fault === undefined) return;
  throw new PageError(403, 'error.proof', fault ? 'error.proofPasswordText' : 'error.proofSignInText');
}

/** Deletes what is stored with the person, and the person last of all. */
async function deleteTraces({ user, secret }: Session, { read, services }: WebCall): Promise<void> {
  const [stored, links, acts] = await Promise.all([
    read.children(userPartition(user.id)),
    getVisitorLinks(read, user.id),
    read.children(accountActKind.key(user.id).pk),
  ]);
  const last = new Set([SELF, sessionKey(secret).sk, accountKey(user.id).sk]);
  const ends = stored.filter((item) => !last.has(item.sk) && !isBanMark(item));
  const followed = [...followKeysOf(user.id, stored), ...subscriberKeysOf(user.id, stored)];
  const keys = [...followed, ...ends, ...links, ...acts];
  for (let start = 0; start < keys.length; start += DELETES_AT_ONCE) {
    const some = keys.slice(start, start + DELETES_AT_ONCE);
    await commit(
      services.database,
      some.map(({ pk, sk }) => ({ delete: { pk, sk } })),
    );
  }
  const rest = stored.filter(({ sk }) => sk !== SELF && last.has(sk));
  await commit(services.database, [
    ...rest.map(({ pk, sk }) => ({ delete: { pk, sk } })),
    ...deleteUser(user),
    await putFormerAccount(user, services),
  ]);
}
