import { addresses } from '../portal/addresses.ts';
import { portalRoute } from '../portal/portal-route.ts';

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
  handle: async (call) => (await import('./dismiss-customer.ts')).dismissCustomer(call),
});
