import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { parseForm } from '../../kernel/api/http/form.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { assertCsrf, visitorOf } from '../session/csrf.ts';
import { endCustomerSession, findCustomerSession } from '../accounts/customer-session.ts';
import { addresses } from '../portal/addresses.ts';
import { findPublicPortal } from '../portal/find-portal.ts';

/** Ends the session of a customer on a portal. */
export async function dismissCustomer(call: WebCall): Promise<WebResponse> {
  const portal = await findPublicPortal(call.read, call.request.parameters['portalSlug']!);
  const session = await findCustomerSession(portal.id, call);
  if (session) assertCsrf(parseForm(call.request), await visitorOf(session, call));
  const cookies = session ? await endCustomerSession(call) : [];
  return { ...redirectResponse(addresses.portal(portal.slug)), cookies };
}
