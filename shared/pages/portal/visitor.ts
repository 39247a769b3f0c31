import { cookieNames } from '../session/cookies.ts';
import { findCustomerSession } from '../accounts/customer-session.ts';
import type { Session } from '../session/session.ts';
import { resolveVisitor, visitorOf, type Visitor } from '../session/csrf.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { findPublicPortalId } from '../../feedback/portal/portal-store.ts';

/** A signed-in visitor, who can vote, post ideas and comment. */
export type SignedIn = Visitor & { session: Session };

/**
 * Returns the signed-in visitor, first as the customer whom the portal's company has signed in; sets no cookies for
 * others, so that caches can keep their pages.
 */
export async function signedInVisitor(call: WebCall): Promise<SignedIn | undefined> {
  const { cookies } = call.request;
  const customer = cookies[cookieNames.customer] ? await findCustomer(call) : undefined;
  if (customer) return await visitorOf(customer, call);
  if (!cookies[cookieNames.session]) return undefined;
  const visitor = await resolveVisitor(call);
  return visitor.session && { ...visitor, session: visitor.session };
}

async function findCustomer(call: WebCall): Promise<Session | undefined> {
  const portalId = await findPublicPortalId(call.read, call.request.parameters['portalSlug'] ?? '');
  return portalId === undefined ? undefined : await findCustomerSession(portalId, call);
}
