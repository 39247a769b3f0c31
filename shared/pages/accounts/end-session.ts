import { accountDone, accountForm } from './account-form.ts';
import { endRecordedSession } from './recorded-session.ts';

/** Ends another session of the person, by the hash of its secret. */
export const endOtherSession = accountForm(async (call, { form, session }) => {
  const hash = form['session'] ?? '';
  if (/^[\w-]{43}$/.test(hash)) {
    await endRecordedSession({ userId: session.user.id, text: '', hash }, 'member.session_ended', call);
  }
  return accountDone('ended');
});
