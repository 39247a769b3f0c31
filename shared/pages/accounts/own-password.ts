import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { putAccount } from '../../kernel/auth/account-store.ts';
import { recordAct } from '../../identity/audit/account-act-store.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { commit } from '../../kernel/db/write.ts';
import { queueMail } from '../../identity/mail/mail-store.ts';
import { redirectResponse } from '../../kernel/html/page.ts';
import { accountDone, accountForm } from './account-form.ts';
import { resolveVisitor, type Visitor } from './csrf.ts';
import { signInPath } from './next-path.ts';
import { assertPasswordSignIn } from './oidc-provider.ts';
import { textsIn } from '../messages/texts-for.ts';
import { pageRoute } from './page-route.ts';
import { requiredReauthentication, reauthenticate } from './reauthentication.ts';
import { hashPassword, passwordProblem } from './password.ts';
import { beginSession, type Session } from './session.ts';
import { OWN_PASSWORD, ownPasswordView } from './own-password-view.ts';

/** The form for a new password. A user who has forgotten theirs signs in with a code by mail and comes here. */
export const showOwnPassword = pageRoute({
  id: 'showOwnPassword',
  method: 'GET',
  path: OWN_PASSWORD,
  handle: async (call) => {
    assertPasswordSignIn(call.services);
    const visitor = await resolveVisitor(call);
    const { session } = visitor;
    if (!session) return redirectResponse(signInPath(OWN_PASSWORD));
    return await passwordPage(call, { visitor, session });
  },
});

/** Sets the person's password, which ends all other sessions and what was connected with the one of before. */
export const setOwnPassword = accountForm(
  'setOwnPassword',
  OWN_PASSWORD,
  async (call, { form, visitor, session }) => {
    assertPasswordSignIn(call.services);
    const { user } = session;
    const { password = '', again, current = '' } = form;
    const unproven = await reauthenticate(session, current, call);
    if (unproven)
      return await passwordPage(call, { visitor, session, problem: (await textsIn('en')).text(unproven) });
    const problem =
      passwordProblem(password, user.email) ??
      (password === again ? undefined : 'The passwords do not match.');
    if (problem) return await passwordPage(call, { visitor, session, problem });
    const next = { passwordHash: await hashPassword(password), passwordSetAt: call.now.toISOString() };
    const mail = {
      to: user.email,
      subject: 'Your password was changed',
      body: {
        title: 'Your password was changed',
        paragraphs: [
          'It was set on your account page, and all other browsers were signed out.',
          'If it was not you, sign in with a code by mail and set another one.',
        ],
        footer: 'You get this mail because it concerns the safety of your account.',
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
);

async function passwordPage(
  call: WebCall,
  { session, ...shown }: { visitor: Visitor; session: Session; problem?: string },
): Promise<WebResponse> {
  const proof = await requiredReauthentication(session, call);
  return ownPasswordView({ ...shown, email: session.user.email, proof });
}
