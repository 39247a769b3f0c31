import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { putAccount } from '../../kernel/auth/account-store.ts';
import { recordAct } from '../../identity/audit/account-act-store.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { commit } from '../../kernel/db/write.ts';
import { queueMail } from '../../identity/mail/mail-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { OWN_PASSWORD } from './account-paths.ts';
import { accountDone, accountForm } from './account-form.ts';
import { resolveAccountVisitor } from './account-visitor.ts';
import type { Visitor } from './csrf.ts';
import { signInPath } from './next-path.ts';
import { assertPasswordSignIn } from './oidc-provider.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { textsFor } from '../messages/texts-for.ts';
import type { PageHandler } from './page-route.ts';
import { requiredReauthentication, reauthenticate } from './reauthentication.ts';
import { hashPassword, passwordProblem } from './password.ts';
import { beginSession, type Session } from './session.ts';
import { signInMethodsOf } from './sign-in-methods.ts';
import { ownPasswordView } from './own-password-view.ts';

/** The form for a new password. A user who has forgotten theirs signs in with a code by mail and comes here. */
export const showOwnPassword: PageHandler = async (call) => {
  assertPasswordSignIn(call.services);
  const visitor = await resolveAccountVisitor(call);
  const { session } = visitor;
  if (!session) return redirectResponse(signInPath(OWN_PASSWORD));
  return await passwordPage(call, { visitor, session });
};

/** Sets the person's password, which ends all other sessions and what was connected with the one of before. */
export const setOwnPassword = accountForm(async (call, { form, visitor, session }) => {
  assertPasswordSignIn(call.services);
  const { user } = session;
  const { password = '', again, current = '' } = form;
  const unproven = await reauthenticate(session, current, call);
  const problem =
    unproven ?? passwordProblem(password, user.email) ?? (password === again ? undefined : 'password.differ');
  if (problem) return await passwordPage(call, { visitor, session, problem });
  const next = { passwordHash: await hashPassword(password), passwordSetAt: call.now.toISOString() };
  const t = await textsFor(call.request);
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
});

async function passwordPage(
  call: WebCall,
  { session, ...shown }: { visitor: Visitor; session: Session; problem?: PlainText },
): Promise<WebResponse> {
  const [proof, t] = await Promise.all([requiredReauthentication(session, call), textsFor(call.request)]);
  return ownPasswordView({
    ...shown,
    t,
    email: session.user.email,
    proof,
    hasCodes: signInMethodsOf(call.services).code,
  });
}
