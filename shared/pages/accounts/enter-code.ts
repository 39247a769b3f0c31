import { parseForm, type Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { getAccount } from '../../kernel/auth/account-store.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { findUserId } from '../../identity/members/user-store.ts';
import { isSameAddress } from '../../identity/mail/mail.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { DEFAULT_NEXT_PAGE } from './account-paths.ts';
import { consumeSentCode, getChallenge, signInCodeKey, type Challenge } from './challenge-store.ts';
import { AGAIN } from './code-sent.ts';
import { codeView } from './code-view.ts';
import { cookieNames, isFramed } from './cookies.ts';
import { assertCsrf, resolveVisitor, type Visitor } from './csrf.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
import { findOrCreateUser } from './find-or-create-user.ts';
import { findOriginPortal, fulfil, parseIntent } from './intent.ts';
import type { PageHandler } from './page-route.ts';
import { beginFramedSession, beginSession } from './session.ts';
import { signInTexts } from './sign-in-texts.ts';
import { parseCode } from './sign-in-code.ts';
import { signedInResponse, signInResponse } from './sign-in-response.ts';
import { assertCodes } from './sign-in-methods.ts';
import { codeSpent, tryCode, wrongCodeProblem } from './try-code.ts';

/** The form for the code that was sent to this browser's user. */
export const showCodeForm: PageHandler = async (call) => {
  assertCodes(call.services);
  const visitor = await resolveVisitor(call);
  const challenge = await getChallenge(call.read, browserOf(call), call.now);
  if (isDone(visitor, challenge)) return redirectResponse(DEFAULT_NEXT_PAGE);
  if (!challenge) return redirectResponse('/sign-in');
  return await codePage(call, visitor, challenge);
};

/** Signs in with the code, once, in the browser that asked for it. A stranger thereby gets an account. */
export const enterCode: PageHandler = async (call) => {
  assertCodes(call.services);
  const { request, read, services, now } = call;
  const form = parseForm(request);
  const visitor = await resolveVisitor(call);
  assertCsrf(form, visitor);
  const browser = browserOf(call);
  const challenge = await getChallenge(read, browser, now);
  if (isDone(visitor, challenge)) return redirectResponse(DEFAULT_NEXT_PAGE);
  if (!challenge) return await spent(call, form);
  const key = signInCodeKey(browser);
  const code = parseCode(form['code'] ?? '');
  if (code === undefined) return await again(call, challenge, (t) => t.text('code.digits'));
  const left = await tryCode(code, { key, sent: challenge }, call);
  if (left !== undefined) {
    await recordFailedSignIn(challenge.email, await findUserId(read, challenge.email), call);
    if (left === 0) return await spent(call, form);
    return await again(call, challenge, (t) => wrongCodeProblem(left, t));
  }
  const used = consumeSentCode(key, challenge, writeConflict);
  if (!(await tryCommit(services.database, [used]))) throw codeSpent();
  const userId = await findOrCreateUser(challenge.email, call);
  await fulfil(challenge.intent, userId, call);
  const { next } = challenge.intent;
  const framed = isFramed(request) ? await findOriginPortal(read, challenge.intent) : undefined;
  if (framed)
    return { ...redirectResponse(next), cookies: await beginFramedSession(userId, framed.id, call) };
  // The account is read now: a password may have been set since.
  const account = await getAccount(createReader(services.database), userId);
  const cookies = await beginSession(userId, account, call, { proven: true });
  return { ...(await signedInResponse(next, call)), cookies };
};

/** Whether a person is signed in and has asked for no code to confirm that it is them. */
const isDone = ({ session }: Visitor, challenge: Challenge | undefined): boolean =>
  session !== undefined && (!challenge || !isSameAddress(challenge.email, session.user.email));

/** The answer to a code that is not valid any more: in a frame, which shows no page of an error, the form for another one. */
async function spent(call: WebCall, form: Form): Promise<WebResponse> {
  const intent = parseIntent(form, call.services.baseUrl());
  const portal = isFramed(call.request) ? await findOriginPortal(call.read, intent) : undefined;
  if (!portal) throw codeSpent();
  const failed = { email: '', problem: 'error.code', status: 400 } as const;
  return await signInResponse(call, { visitor: await resolveVisitor(call), intent, portal, failed });
}

/** What was wrong, in the language of the page. */
type Problem = (t: PageTexts) => string;

/** The form again, with what was wrong. */
const again = async (call: WebCall, challenge: Challenge, problem: Problem): Promise<WebResponse> =>
  await codePage(call, await resolveVisitor(call), challenge, problem);

async function codePage(
  call: WebCall,
  visitor: Visitor,
  challenge: Challenge,
  problemIn?: Problem,
): Promise<WebResponse> {
  const portal = await findOriginPortal(call.read, challenge.intent);
  const t = await signInTexts(call, portal);
  const again =
    call.request.method === 'POST' ? parseForm(call.request)[AGAIN] : call.request.query.get(AGAIN);
  const view = codeView({
    t,
    visitor,
    challenge,
    portal,
    again: Boolean(again),
    problem: problemIn?.(t),
    isInFrame: isFramed(call.request),
  });
  return { ...view, cookies: visitor.cookies };
}

const browserOf = ({ request }: WebCall): string => request.cookies[cookieNames.visit] ?? '';
