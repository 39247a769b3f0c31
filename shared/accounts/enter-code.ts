import { parseForm } from '../api/http/form.ts';
import type { WebCall } from '../api/operation/web-route.ts';
import { getAccount } from '../auth/account-store.ts';
import { writeConflict } from '../core/errors.ts';
import { createReader } from '../db/reader.ts';
import { commit, tryCommit } from '../db/write.ts';
import { findUserId } from '../members/user-store.ts';
import { redirectResponse } from '../pages/page.ts';
import {
  consumeCode,
  countTry,
  getChallenge,
  signInCodeKey,
  CODE_TRIES_MAX,
  type Challenge,
} from './challenge-store.ts';
import { codePage } from './code-page.ts';
import { assertGuessAllowed } from './code-rate-limit.ts';
import { cookieNames } from './cookies.ts';
import { assertCsrf, resolveVisitor } from './csrf.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
import { findOrCreateUser } from './find-or-create-user.ts';
import { findOriginPortal, fulfil } from './intent.ts';
import { DEFAULT_NEXT_PAGE } from './next-page.ts';
import { PageError } from './page-error.ts';
import { pageRoute } from './page-route.ts';
import { beginSession } from './session.ts';
import { matchesCode, parseCode } from './sign-in-code.ts';
import { signedInResponse } from './sign-in-page.ts';
import { assertCodes } from './sign-in-methods.ts';

const path = '/sign-in/code';

/** The form for the code that was sent to this browser's user. */
export const showCodeForm = pageRoute({
  id: 'showCodeForm',
  method: 'GET',
  path,
  handle: async (call) => {
    assertCodes(call.services);
    const visitor = await resolveVisitor(call);
    if (visitor.session) return redirectResponse(DEFAULT_NEXT_PAGE);
    const challenge = await getChallenge(call.read, browserOf(call), call.now);
    if (!challenge) return redirectResponse('/sign-in');
    return codePage({ visitor, challenge, portal: await findOriginPortal(call.read, challenge.intent) });
  },
});

/** Signs in with the code, once, in the browser that asked for it. A stranger thereby gets an account. */
export const enterCode = pageRoute({
  id: 'enterCode',
  method: 'POST',
  path,
  handle: async (call) => {
    assertCodes(call.services);
    const { request, read, services, now } = call;
    const form = parseForm(request);
    const visitor = await resolveVisitor(call);
    assertCsrf(form, visitor);
    if (visitor.session) return redirectResponse(DEFAULT_NEXT_PAGE);
    const browser = browserOf(call);
    const challenge = await getChallenge(read, browser, now);
    if (!challenge) throw spent();
    const code = parseCode(form['code'] ?? '');
    if (code === undefined) return await again(call, challenge, 'Enter the digits of the code.');
    const forgive = await assertGuessAllowed(call);
    await commit(services.database, [countTry(signInCodeKey(browser), challenge, spent)]);
    if (!(await matchesCode(code, challenge, services))) {
      call.note({ failed: 'code' });
      await recordFailedSignIn(challenge.email, await findUserId(read, challenge.email), call);
      const left = CODE_TRIES_MAX - challenge.tries - 1;
      if (left <= 0) throw spent();
      const tries = left === 1 ? 'You have one more try.' : `You have ${left} more tries.`;
      return await again(call, challenge, `This is not the code. ${tries}`);
    }
    const used = consumeCode(signInCodeKey(browser), challenge, writeConflict);
    if (!(await tryCommit(services.database, [used]))) throw spent();
    await forgive();
    const userId = await findOrCreateUser(challenge.email, call);
    await fulfil(challenge.intent, userId, call);
    // The account is read now: a password may have been set since.
    const account = await getAccount(createReader(services.database), userId);
    const cookies = await beginSession(userId, account, call, { proven: true });
    return { ...signedInResponse(challenge.intent.next), cookies };
  },
});

/** The form again, with what was wrong. */
async function again(call: WebCall, challenge: Challenge, problem: string) {
  const visitor = await resolveVisitor(call);
  return codePage({
    visitor,
    challenge,
    portal: await findOriginPortal(call.read, challenge.intent),
    problem,
  });
}

const browserOf = ({ request }: WebCall): string => request.cookies[cookieNames.visit] ?? '';

/** The same error for a code that was never sent to this browser, was used, has expired, or was tried too often. */
const spent = () =>
  new PageError(410, 'This code is no longer valid', 'Go back, and have a new one sent to you.');
