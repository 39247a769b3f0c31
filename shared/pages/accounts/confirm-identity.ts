import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { codeSent } from './code-sent.ts';
import { cookieNames } from '../session/cookies.ts';
import { newVisit } from '../session/csrf.ts';
import type { Intent } from '../session/intent.ts';
import { sendCode } from './send-code.ts';
import type { Session } from '../session/session.ts';

/** What the button of a person asks for who is signed in and proves by a code that it is them. */
export const CONFIRM = 'confirm';

/**
 * Sends a code to the address of a session. Once it is entered in this browser, a new session begins, in which the person
 * is proven, and the intended page is shown.
 */
export async function confirmIdentity(
  call: WebCall,
  { user }: Session,
  intent: Intent,
): Promise<WebResponse> {
  const { visit, cookies } = newVisit(call, call.request.cookies[cookieNames.visit]);
  await sendCode({ browser: visit, email: user.email, intent }, call);
  return { ...codeSent(false), cookies };
}
