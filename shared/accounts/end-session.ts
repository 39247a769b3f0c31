import { commit } from '../db/write.ts';
import { accountDone, accountForm } from './account-form.ts';
import { deleteSession } from './session-store.ts';

/** Ends another session of the person, by the hash of its secret. */
export const endOtherSession = accountForm(
  'endOtherSession',
  '/account/sessions/end',
  async ({ services }, { form, session }) => {
    const hash = form['session'] ?? '';
    if (/^[\w-]{43}$/.test(hash)) {
      await commit(services.database, [deleteSession({ userId: session.user.id, text: '', hash })]);
    }
    return accountDone('ended');
  },
);
