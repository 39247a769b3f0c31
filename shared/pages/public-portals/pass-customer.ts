import { parseForm } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { findCustomerId } from '../../identity/members/user-store.ts';
import {
  beginCustomerSession,
  endCustomerSession,
  findCustomerSession,
} from '../accounts/customer-session.ts';
import { findOrCreateCustomer } from '../accounts/find-or-create-customer.ts';
import { knownPage, portalSlugOf } from '../session/next-path.ts';
import { PageError } from '../session/page-error.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { activeCustomerSecrets, customerSecretText } from '../../feedback/portal/customer-secret.ts';
import { getCustomerSecrets } from '../../feedback/portal/customer-secret-store.ts';
import { isEmbedOrigin, type Portal } from '../../feedback/portal/portal.ts';
import { addresses } from '../portal/addresses.ts';
import { TOKEN_MEMORY_MS, verifyCustomerToken, type CustomerClaims } from './customer-token.ts';
import { findPublicPortal } from '../portal/find-portal.ts';

/** What the widget sends in place of a token. */
const NO_TOKEN = 'none';

/**
 * Verifies the token of a form, and answers with the session of the customer and the page to continue to. A page of the
 * company that has been open for a while, or is shown again, sends a token that has expired or was used: its visitor goes
 * on as who they are.
 */
export async function passCustomer(call: WebCall): Promise<WebResponse> {
  const { read, services, now, request } = call;
  const { token = '', next } = parseForm(request);
  const portal = await findPublicPortal(read, request.parameters['portalSlug']!);
  assertListedSite(call, portal);
  const page = redirectResponse(pageOf(portal, next, call));
  // No one is signed in to the site, or no longer.
  if (token === NO_TOKEN) {
    const session = await findCustomerSession(portal.id, call);
    return { ...page, cookies: session ? await endCustomerSession(call) : [] };
  }
  const keys = await services.keys('customerSecrets');
  const secrets = activeCustomerSecrets(await getCustomerSecrets(read, portal.id), now).flatMap((one) => {
    const text = customerSecretText(one, keys, portal.id);
    return text === undefined ? [] : [{ id: one.id, text }];
  });
  const claims = await verifyCustomerToken(token, { secrets, portalId: portal.id, now });
  const cookies = claims.isExpired ? undefined : await signIn(call, portal, claims);
  return { ...page, cookies: cookies ?? (await leaveOther(call, portal, claims.sub)) };
}

/** Starts the session of the customer and returns its cookies; undefined for a token that was used before. */
async function signIn(
  call: WebCall,
  { id: portalId, workspaceId }: Portal,
  { sub: subject, jti, email, name, secretId }: CustomerClaims,
): Promise<string[] | undefined> {
  const userId = await findOrCreateCustomer({ workspaceId, subject, email, name }, call);
  const token = { id: jti, forMs: TOKEN_MEMORY_MS };
  return await beginCustomerSession({ userId, portalId, secretId, token }, call);
}

/** Ends the session of another customer, who may have used the browser before; returns the cookies that clear it. */
async function leaveOther(call: WebCall, portal: Portal, subject: string): Promise<string[]> {
  const [session, userId] = await Promise.all([
    findCustomerSession(portal.id, call),
    findCustomerId(call.read, portal.workspaceId, subject),
  ]);
  return session && session.user.id !== userId ? await endCustomerSession(call) : [];
}

function assertListedSite({ request }: WebCall, { embedOrigins }: Portal): void {
  if (isEmbedOrigin(request.headers['origin'] ?? '', embedOrigins)) return;
  throw new PageError(403, 'error.signIn', 'error.siteText');
}

/** The page to continue to, if it is one of this portal. */
function pageOf({ slug }: Portal, next: string | undefined, call: WebCall): string {
  const page = knownPage(next, call);
  return page !== undefined && portalSlugOf(page) === slug ? page : addresses.portal(slug);
}
