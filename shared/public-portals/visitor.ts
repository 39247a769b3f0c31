import { cookieNames } from '../accounts/cookies.ts';
import type { Session } from '../accounts/session.ts';
import { resolveVisitor, type Visitor } from '../accounts/csrf.ts';
import type { WebCall } from '../api/operation/web-route.ts';

/** Somebody who has signed in, and can vote, ask and comment. */
export type SignedIn = Visitor & { session: Session };

/** Who has signed in; nobody else is given a cookie, so that caches can keep what they see. */
export async function signedInVisitor(call: WebCall): Promise<SignedIn | undefined> {
  if (!call.request.cookies[cookieNames.session]) return undefined;
  const visitor = await resolveVisitor(call);
  return visitor.session && { ...visitor, session: visitor.session };
}
