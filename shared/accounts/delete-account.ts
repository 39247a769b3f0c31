import type { WebCall } from '../api/operation/web-route.ts';
import { accountActKind } from '../audit/account-act-store.ts';
import { commit } from '../db/write.ts';
import { deleteAuthor, renameAuthor } from '../feedback/rename-author.ts';
import { deleteUser, removeUserName } from '../members/user-store.ts';
import { getVisitorLinks } from '../visitors/visitor-store.ts';
import { html } from '../pages/html.ts';
import { pageResponse } from '../pages/page.ts';
import { leaveAll } from './account.ts';
import { accountForm } from './account-form.ts';
import { clearCookie, cookieNames } from './cookies.ts';
import { PageError } from './page-error.ts';
import type { Session } from './session.ts';
import { userPartition } from '../auth/user-kind.ts';
import { SELF } from '../db/table.ts';
import { sessionKey } from './session-store.ts';

/** DynamoDB's limit on transactions. */
const DELETES_AT_ONCE = 90;

/**
 * Deletes the person's account. Each step can be repeated, and the session is among the last things that go, so what was
 * interrupted is completed by sending the form again.
 */
export const deleteAccount = accountForm(
  'deleteAccount',
  '/account/delete',
  async (call, { form, session }) => {
    const { posts } = form;
    if (posts !== 'keep' && posts !== 'delete') {
      throw new PageError(400, 'Choose what becomes of your posts', 'Go back and choose one of the two.');
    }
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
      ...pageResponse({
        title: 'Your account is deleted',
        body: html`<section class="card">
          <h1>Your account is deleted</h1>
          <p>You are signed out everywhere.</p>
        </section>`,
      }),
      cookies: [clearCookie(cookieNames.session), clearCookie(cookieNames.device)],
    };
  },
);

/** Deletes what is stored with the person, and the person last of all. */
async function deleteTraces({ user, secret }: Session, { read, services }: WebCall): Promise<void> {
  const [stored, links, acts] = await Promise.all([
    read.children(userPartition(user.id)),
    getVisitorLinks(read, user.id),
    read.children(accountActKind.key(user.id).pk),
  ]);
  const last = new Set([SELF, sessionKey(secret).sk]);
  const keys = [...stored.filter(({ sk }) => !last.has(sk)), ...links, ...acts];
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
  ]);
}
