import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { getAccount } from '../../kernel/auth/account-store.ts';
import { parseAddress } from '../../identity/mail/mail.ts';
import { findUserId } from '../../identity/members/user-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import type { RefusedForm } from '../kit/page.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { cookieNames, isFramed } from '../session/cookies.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
import { fulfil } from './fulfil.ts';
import { findOriginPortal, parseIntent, type Intent } from '../session/intent.ts';
import { assertPasswordSignIn } from './oidc-provider.ts';
import type { StrangerForm, StrangerPage } from './open-audiences.ts';
import { verifyPassword } from '../session/password.ts';
import { RESENT, codeSent } from './code-sent.ts';
import { CONFIRM, confirmIdentity } from './confirm-identity.ts';
import { sendCode } from './send-code.ts';
import { beginSession } from '../session/session.ts';
import { signedInResponse, signInResponse } from './sign-in-response.ts';
import { signInTexts } from './sign-in-texts.ts';
import { newTabView, type SignInPage, type Way } from './sign-in-view.ts';
import { assertSignInAllowed } from './sign-in-rate-limit.ts';
import { UNKNOWN_USER_ID } from '../../kernel/auth/unknown-user.ts';
import { signInMethodsOf } from './sign-in-methods.ts';

/** The sign-in page; a refused form is on it as it was sent, and so is a draft that waits for the sign-in. */
export const page: StrangerPage = {
  formsAnswer: true,
  async show({ call, visitor }, rejected) {
    const { request, services, read } = call;
    const intent = parseIntent(rejected?.form ?? parseParameters(request.query), call);
    if (visitor.session && !rejected) return redirectResponse(intent.next);
    const portal = await findOriginPortal(read, intent);
    if (!rejected && portal && isFramed(request) && !signInMethodsOf(services).code) {
      return newTabView(intent, portal, await signInTexts(call, portal));
    }
    return await signInResponse(call, {
      visitor,
      intent,
      portal,
      ...(rejected && typedInto(rejected, call)),
    });
  },
};

/** What a form that is shown again has: the way that it is for, the address, and what was wrong. */
function typedInto(
  { form, status, problem }: RefusedForm,
  { services }: WebCall,
): Pick<SignInPage, 'byPassword' | 'email' | 'failed'> {
  const email = emailIn(form);
  if (problem?.name === undefined)
    return choosesWay(form) ? { email, byPassword: form['way'] === CHOOSE_PASSWORD } : {};
  return {
    byPassword: !isByCode(form, services),
    failed: { email, problem: problem.name, status },
  };
}

const emailIn = (form: Form): string => (form['email'] ?? '').trim();

const CHOOSE_PASSWORD = 'choose-password' satisfies Way;

/** Whether the form of the other way was asked for: the address that was typed stays. */
const choosesWay = ({ way }: Form): boolean => way === CHOOSE_PASSWORD || way === 'choose-code';

const isByCode = ({ way }: Form, services: WebCall['services']): boolean =>
  (way === 'code' || way === CONFIRM) && signInMethodsOf(services).code;

/** Sends a code if the form for codes was sent, and otherwise signs in with the password. */
const signIn: StrangerForm = {
  // That there are no passwords is said to everybody.
  needsNoToken: ({ call: { services } }, form) =>
    choosesWay(form) || (!isByCode(form, services) && !signInMethodsOf(services).password),
  async handle({ call, visitor, t }, form) {
    const intent = parseIntent(form, call);
    const rejectedWith = (status: number, name?: PlainText): RefusedForm => ({
      form,
      status,
      problem: name && { text: t.text(name), name },
    });
    if (choosesWay(form)) return visitor.session ? redirectResponse(intent.next) : rejectedWith(200);
    if (!isByCode(form, call.services)) {
      assertPasswordSignIn(call.services);
      return (await signInWithPassword(call, form, intent)) ?? rejectedWith(401, 'signIn.wrongPassword');
    }
    if (form['way'] === CONFIRM && visitor.session)
      return await confirmIdentity(call, visitor.session, intent);
    if (visitor.session) return redirectResponse(intent.next);
    const email = parseAddress(emailIn(form));
    if (email === undefined) return rejectedWith(400, 'signIn.wrongAddress');
    const sent = await sendCode({ browser: call.request.cookies[cookieNames.visit]!, email, intent }, call);
    return codeSent(sent && form[RESENT] !== undefined);
  },
};

export const forms = { signIn };

/**
 * Signs in with the password of a form; undefined, after the same time, for an unknown address and for a wrong password.
 */
async function signInWithPassword(
  call: WebCall,
  form: Form,
  intent: Intent,
): Promise<WebResponse | undefined> {
  const { password = '' } = form;
  const email = emailIn(form);
  const userId = await findUserId(call.read, email);
  const account = await getAccount(call.read, userId ?? UNKNOWN_USER_ID);
  const forgive = await assertSignInAllowed({ email, userId, account }, call);
  if (!(await verifyPassword(password, account?.passwordHash)) || userId === undefined) {
    call.note({ failed: 'password' });
    await recordFailedSignIn(email, userId, call);
    return undefined;
  }
  await forgive();
  await fulfil(intent, userId, call);
  return {
    ...(await signedInResponse(intent.next, call)),
    cookies: await beginSession(userId, account, call),
  };
}
