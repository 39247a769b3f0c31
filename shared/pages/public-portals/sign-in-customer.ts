import { parseForm } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { assertCsrf, visitorOf } from '../accounts/csrf.ts';
import { endCustomerSession, findCustomerSession } from '../accounts/customer-session.ts';
import { redirectResponse } from '../../kernel/html/page.ts';
import { addresses } from './addresses.ts';
import { findPublicPortal } from './find-portal.ts';
import { portalRoute } from './portal-route.ts';

/**
 * Signs in a customer whom the company's own site sends with a form, whose token is in no URL and so in no log. Only
 * the portal's listed sites may send it, so that no one signs others in as themselves.
 */
export const signInCustomer = portalRoute({
  id: 'signInCustomer',
  method: 'POST',
  path: addresses.customer('{portalSlug}'),
  // What few requests need is loaded then.
  handle: async (call) => (await import('./pass-customer.ts')).passCustomer(call),
});

/** Signs a customer out of the portal. */
export const signOutCustomer = portalRoute({
  id: 'signOutCustomer',
  method: 'POST',
  path: addresses.signOutCustomer('{portalSlug}'),
  handle: async (call): Promise<WebResponse> => {
    const portal = await findPublicPortal(call.read, call.request.parameters['portalSlug']!);
    const session = await findCustomerSession(portal.id, call);
    if (session) assertCsrf(parseForm(call.request), await visitorOf(session, call));
    const cookies = session ? await endCustomerSession(call) : [];
    return { ...redirectResponse(addresses.portal(portal.slug)), cookies };
  },
});
