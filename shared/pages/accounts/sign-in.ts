import { parseForm, parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { getAccount } from '../../kernel/auth/account-store.ts';
import { parseAddress } from '../../identity/mail/mail.ts';
import { findUserId } from '../../identity/members/user-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { cookieNames, isFramed } from './cookies.ts';
import { assertCsrf, resolveVisitor, type Visitor } from './csrf.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
import { fulfil } from './fulfil.ts';
import { findOriginPortal, parseIntent, type Intent } from './intent.ts';
import { assertPasswordSignIn } from './oidc-provider.ts';
import type { PageHandler } from './page-route.ts';
import { verifyPassword } from './password.ts';
import { AGAIN, codeSent } from './code-sent.ts';
import { CONFIRM, confirmIdentity } from './confirm-identity.ts';
import { sendCode } from './send-code.ts';
import { beginSession } from './session.ts';
import { signedInResponse, signInResponse } from './sign-in-response.ts';
import { signInTexts } from './sign-in-texts.ts';
import { newTabView, type Way } from './sign-in-view.ts';
import { assertSignInAllowed } from './sign-in-rate-limit.ts';
import { UNKNOWN_USER_ID } from '../../kernel/auth/unknown-user.ts';
import { signInMethodsOf } from './sign-in-methods.ts';

export const showSignIn: PageHandler = async (call) => {
  const visitor = await resolveVisitor(call);
  const intent = parseIntent(parseParameters(call.request.query), call.services.baseUrl());
  if (visitor.session) return redirectResponse(intent.next);
  const portal = await findOriginPortal(call.read, intent);
  if (portal && isFramed(call.request) && !signInMethodsOf(call.services).code) {
    return newTabView(intent, portal, await signInTexts(call, portal));
  }
  return await signInResponse(call, { visitor, intent, portal });
};

interface Sent {
  form: Form;
  visitor: Visitor;
  intent: Intent;
  email: string;
}

/** Sends a code if the form for codes was sent, and otherwise signs in with the password. */
export const signIn: PageHandler = async (call) => {
  const form = parseForm(call.request);
  const way = form['way'];
  const visitor = await resolveVisitor(call);
  const intent = parseIntent(form, call.services.baseUrl());
  const sent = { form, visitor, intent, email: (form['email'] ?? '').trim() };
  if (way === 'choose-password' || way === 'choose-code') return await chooseWay(call, sent, way);
  const byCode = (way === 'code' || way === CONFIRM) && signInMethodsOf(call.services).code;
  if (!byCode) assertPasswordSignIn(call.services);
  assertCsrf(form, visitor);
  if (way === CONFIRM && visitor.session) return await confirmIdentity(call, visitor.session, intent);
  return byCode ? await askForCode(call, sent) : await signInWithPassword(call, sent);
};

/** Shows the form of the other way to sign in; the address that was typed stays. */
async function chooseWay(call: WebCall, { visitor, intent, email }: Sent, way: Way): Promise<WebResponse> {
  if (visitor.session) return redirectResponse(intent.next);
  const portal = await findOriginPortal(call.read, intent);
  return await signInResponse(call, {
    visitor,
    intent,
    portal,
    email,
    byPassword: way === 'choose-password',
  });
}

async function askForCode(
  call: WebCall,
  { form, visitor, intent, email: typed }: Sent,
): Promise<WebResponse> {
  if (visitor.session) return redirectResponse(intent.next);
  const email = parseAddress(typed);
  if (email === undefined) {
    return await signInResponse(call, {
      visitor,
      intent,
      portal: await findOriginPortal(call.read, intent),
      failed: { email: typed, problem: 'signIn.wrongAddress', status: 400 },
    });
  }
  const sent = await sendCode({ browser: call.request.cookies[cookieNames.visit]!, email, intent }, call);
  return codeSent(sent && form[AGAIN] !== undefined);
}

/** Responds identically, and after the same time, to an unknown address and a wrong password. */
async function signInWithPassword(
  call: WebCall,
  { form, visitor, intent, email }: Sent,
): Promise<WebResponse> {
  const { password = '' } = form;
  const userId = await findUserId(call.read, email);
  const account = await getAccount(call.read, userId ?? UNKNOWN_USER_ID);
  const forgive = await assertSignInAllowed({ email, userId, account }, call);
  if (!(await verifyPassword(password, account?.passwordHash)) || userId === undefined) {
    call.note({ failed: 'password' });
    await recordFailedSignIn(email, userId, call);
    return await signInResponse(call, {
      visitor,
      intent,
      portal: await findOriginPortal(call.read, intent),
      byPassword: true,
      failed: { email, problem: 'signIn.wrongPassword', status: 401 },
    });
  }
  await forgive();
  await fulfil(intent, userId, call);
  return {
    ...(await signedInResponse(intent.next, call)),
    cookies: await beginSession(userId, account, call),
  };
}
