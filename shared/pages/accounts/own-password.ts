import { putAccount } from '../../kernel/auth/account-store.ts';
import { recordAct } from '../../identity/audit/account-act-store.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { commit } from '../../kernel/db/write.ts';
import { queueMail } from '../../identity/mail/mail-store.ts';
import { accountDone, type AccountForm, type AccountPage } from './account-audience.ts';
import { assertPasswordSignIn } from './oidc-provider.ts';
import { requiredReauthentication, reauthenticate } from './reauthentication.ts';
import { hashPassword, passwordProblem } from '../session/password.ts';
import { beginSession } from '../session/session.ts';
import { signInMethodsOf } from './sign-in-methods.ts';
import { ownPasswordView } from './own-password-view.ts';

/** The form for a new password. A user who has forgotten theirs signs in with a code by mail and comes here. */
export const page: AccountPage = {
  formsAnswer: true,
  async show({ call, visitor, t }, rejected) {
    assertPasswordSignIn(call.services);
    const { session } = visitor;
    return ownPasswordView({
      t,
      visitor,
      problem: rejected?.problem?.text,
      email: session.user.email,
      proof: await requiredReauthentication(session, call),
      hasCodes: signInMethodsOf(call.services).code,
    });
  },
};

/** Sets the person's password, which ends all other sessions and what was connected with the one of before. */
const setOwnPassword: AccountForm = {
  async handle({ call, visitor: { session }, t }, form) {
    assertPasswordSignIn(call.services);
    const { user } = session;
    const { password = '', again: repeated, current = '' } = form;
    const unproven = await reauthenticate(session, current, call);
    const problem =
      unproven ??
      passwordProblem(password, user.email) ??
      (password === repeated ? undefined : 'password.differ');
    if (problem) return { form, status: 400, problem: { text: t.text(problem) } };
    const next = { passwordHash: await hashPassword(password), passwordSetAt: call.now.toISOString() };
    const title = t.text('passwordMail.title');
    const mail = {
      to: user.email,
      language: t.language,
      subject: title,
      body: {
        title,
        paragraphs: [t.text('passwordMail.text'), t.text('passwordMail.notYou')],
        footer: t.text('passwordMail.footer'),
      },
      reason: ['password', user.id, next.passwordSetAt],
    };
    const notice = call.services.setting('MAIL_FROM') ? [queueMail(mail, call.now, writeConflict)] : [];
    await commit(call.services.database, [
      putAccount(user.id, next),
      recordAct(user.id, call, { type: 'member.password_changed' }),
      ...notice,
    ]);
    return {
      ...accountDone('password'),
      cookies: await beginSession(user.id, next, call, { signsIn: false }),
    };
  },
};

export const forms = { setOwnPassword };
