import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { findUserId } from '../../identity/members/user-store.ts';
import { isSameAddress } from '../../identity/mail/mail.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import type { FormCode, PageCode } from '../kit/page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import {
  CODE_TRIES_MAX,
  getLatestChallenge,
  isOpen,
  isRepeatable,
  setIntent,
  signInCodeKey,
  type Challenge,
} from './challenge-store.ts';
import { RESENT } from './code-sent.ts';
import { codeSpentView } from './code-spent-view.ts';
import { codeView } from './code-view.ts';
import { cookieNames, isFramed } from '../session/cookies.ts';
import { assertCsrfOfBrowser, resolveVisitor, type Visitor } from '../session/csrf.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
import { findOriginPortal, parseIntent } from '../session/intent.ts';
import { nextPage, signInPath } from '../session/next-path.ts';
import { anyone, type Stranger } from './open-audiences.ts';
import { signInTexts } from './sign-in-texts.ts';
import { parseCode } from './sign-in-code.ts';
import { signedInResponse, signInResponse } from './sign-in-response.ts';
import { assertCodes } from './sign-in-methods.ts';
import { repeatSignIn, signInWithCode } from './sign-in-with-code.ts';
import { tryCode, wrongCodeProblem } from './try-code.ts';

/** A person who has a code to enter, or might have. */
interface CodeEnterer extends Stranger {
  /** The secret of the browser. */
  browser: string;
  /** The challenge that the browser got last. */
  latest: Challenge | undefined;
}

export const codeEnterers = anyone(async (call, { sent = {} }) => {
  assertCodes(call.services);
  const visitor = await resolveVisitor(call);
  const browser = call.request.cookies[cookieNames.visit] ?? '';
  return { visitor, browser, latest: withIntentOf(sent, await getLatestChallenge(call.read, browser), call) };
});

const openChallenge = ({ latest, call }: CodeEnterer): Challenge | undefined =>
  latest && isOpen(latest, call.now) ? latest : undefined;

/** The form for the code that was sent to this browser's user. */
export const page: PageCode<CodeEnterer> = {
  formsAnswer: true,
  async show(person) {
    const { call, visitor, latest } = person;
    const challenge = openChallenge(person);
    if (isDone(visitor, challenge)) return redirectResponse(nextPage(undefined, call));
    if (challenge) return await codePage(call, visitor, challenge);
    if (latest && call.request.query.has(WRONG)) return await spent(person, {});
    return redirectResponse(latest ? signInPath(latest.intent.next, latest.intent.vote) : '/sign-in');
  },
};

/**
 * Signs in with the code, once, in the browser that asked for it; that browser may send the form again shortly after. A
 * stranger thereby gets an account.
 */
const enterCode: FormCode<CodeEnterer> = {
  // A sign-in replaces the token: the form may have been sent again after it.
  needsNoToken: (person) =>
    (person.latest !== undefined && isRepeatable(person.latest, person.call.now)) ||
    isDone(person.visitor, openChallenge(person)),
  async handle(person, form) {
    const { call, browser, latest } = person;
    if (latest && isRepeatable(latest, call.now)) return await enterUsedCode(person, form, latest);
    const challenge = openChallenge(person);
    if (isDone(person.visitor, challenge)) return await signedInResponse(parseIntent(form, call).next, call);
    if (!challenge) return await spent(person, form);
    const code = parseCode(form['code'] ?? '');
    if (code === undefined) return await showWrongCode(call, browser, challenge, NO_DIGITS);
    const left = await tryCode(code, { key: signInCodeKey(browser), sent: challenge }, call);
    if (left === 'spent') return await spent(person, form);
    if (left !== undefined) {
      await recordFailedSignIn(challenge.email, await findUserId(call.read, challenge.email), call);
      if (left === 0) return await spent(person, form);
      return await showWrongCode(call, browser, challenge, String(left));
    }
    return (await signInWithCode(browser, challenge, call)) ?? (await spent(person, form));
  },
};

export const forms = { enterCode };

/** The form of a code that has just signed in, sent again: by a second click, or where the response was lost. */
async function enterUsedCode(person: CodeEnterer, form: Form, used: Challenge): Promise<WebResponse> {
  const { call, visitor, browser } = person;
  await assertCsrfOfBrowser(form, visitor, call);
  const code = parseCode(form['code'] ?? '');
  if (code === undefined) return await spent(person, form);
  // One more than before, since the last of them may have been the right one.
  const tried = { key: signInCodeKey(browser), sent: used, extraTries: 1 };
  const left = await tryCode(code, tried, call);
  if (left === undefined) return (await repeatSignIn(browser, used, call)) ?? (await spent(person, form));
  if (left !== 'spent') await recordFailedSignIn(used.email, await findUserId(call.read, used.email), call);
  return await spent(person, form);
}

/** Whether a person is signed in and has asked for no code to confirm that it is them. */
const isDone = ({ session }: Visitor, challenge: Challenge | undefined): boolean =>
  session !== undefined && (!challenge || !isSameAddress(challenge.email, session.user.email));

/** The answer to a code that is not valid any more, with which another one can be sent: in a frame, the form for it. */
async function spent({ call, visitor, latest }: CodeEnterer, form: Form): Promise<WebResponse> {
  const intent = latest?.intent ?? parseIntent(form, call);
  const portal = await findOriginPortal(call.read, intent);
  const email = latest?.email ?? '';
  if (portal && isFramed(call.request)) {
    const failed = { email, problem: 'error.code', status: 400 } as const;
    return await signInResponse(call, { visitor, intent, portal, failed });
  }
  call.note({ error: 'error.code' });
  const t = await signInTexts(call, portal);
  return { ...codeSpentView({ t, visitor, intent, portal, email }), cookies: visitor.cookies };
}

/**
 * The challenge for what a form asks, if there is one: each tab of a browser continues to where it was asked, though the
 * code that was sent last is valid in all of them.
 */
const withIntentOf = (form: Form, challenge: Challenge | undefined, call: WebCall): Challenge | undefined =>
  challenge && form['next'] !== undefined ? { ...challenge, intent: parseIntent(form, call) } : challenge;

/** The query of the page that says what was wrong: how often the code can still be tried, or that there was none. */
const WRONG = 'wrong';
const NO_DIGITS = 'digits';

/** What was wrong, as the query has it; undefined for anything else, and where the code that came last was not tried. */
function problemIn(wrong: string | null, { tries }: Challenge, t: PageTexts): string | undefined {
  if (wrong === NO_DIGITS) return t.text('code.digits');
  if (wrong === null || !/^[1-9]$/.test(wrong) || tries === 0) return undefined;
  // The address may be of an earlier try, or made up.
  return wrongCodeProblem(Math.min(Number(wrong), CODE_TRIES_MAX - tries), t);
}

/** Leads to the form, with what was wrong: a page that answered the form itself would ask to send it again. */
async function showWrongCode(
  call: WebCall,
  browser: string,
  challenge: Challenge,
  wrong: string,
): Promise<WebResponse> {
  // Where a newer code was sent meanwhile, the page is of that one.
  await tryCommit(call.services.database, [setIntent(browser, challenge, writeConflict)]);
  return redirectResponse(`/sign-in/code?${new URLSearchParams({ [WRONG]: wrong }).toString()}`);
}

async function codePage(call: WebCall, visitor: Visitor, challenge: Challenge): Promise<WebResponse> {
  const portal = await findOriginPortal(call.read, challenge.intent);
  const t = await signInTexts(call, portal);
  const view = codeView({
    t,
    visitor,
    challenge,
    portal,
    isResent: call.request.query.has(RESENT),
    problem: problemIn(call.request.query.get(WRONG), challenge, t),
    isInFrame: isFramed(call.request),
  });
  return { ...view, cookies: visitor.cookies };
}
