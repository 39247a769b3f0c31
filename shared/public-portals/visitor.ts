import { cookieNames } from '../accounts/cookies.ts';
import type { Session } from '../accounts/session.ts';
import { resolveVisitor, type Visitor } from '../accounts/csrf.ts';
import type { WebCall } from '../api/operation/web-route.ts';

/** A signed-in visitor, who can vote, post ideas and comment. */
export type SignedIn = Visitor & { session: Session };

/** Returns the signed-in visitor; sets no cookies for others, so that caches can keep their pages. */
export async function signedInVisitor(call: WebCall): Promise<SignedIn | undefined> {
  if (!call.request.cookies[cookieNames.session]) return undefined;
  const visitor = await resolveVisitor(call);
  return visitor.session && { ...visitor, session: visitor.session };
}
