import { parseForm } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { beginCustomerSession } from '../accounts/customer-session.ts';
import { findOrCreateCustomer } from '../accounts/find-or-create-customer.ts';
import { nextPage, portalSlugOf } from '../accounts/next-path.ts';
import { PageError } from '../accounts/page-error.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { activeCustomerSecrets, customerSecretText } from '../../feedback/portals/customer-secret.ts';
import { getCustomerSecrets } from '../../feedback/portals/customer-secret-store.ts';
import { isEmbedOrigin, type Portal } from '../../feedback/portals/portal.ts';
import { addresses } from './addresses.ts';
import { TOKEN_MEMORY_MS, verifyCustomerToken } from './customer-token.ts';
import { findPublicPortal } from './find-portal.ts';

/** Verifies the token of a form, and answers with the session of the customer and the page to continue to. */
export async function passCustomer(call: WebCall): Promise<WebResponse> {
  const { read, services, now, request } = call;
  const { token = '', next } = parseForm(request);
  const portal = await findPublicPortal(read, request.parameters['portalSlug']!);
  assertListedSite(call, portal);
  const keys = await services.keys('customerSecrets');
  const secrets = activeCustomerSecrets(await getCustomerSecrets(read, portal.id), now).flatMap((one) => {
    const text = customerSecretText(one, keys, portal.id);
    return text === undefined ? [] : [{ id: one.id, text }];
  });
  const claims = await verifyCustomerToken(token, { secrets, portalId: portal.id, now });
  const { sub: subject, jti: id, email, name, secretId } = claims;
  const { workspaceId } = portal;
  const userId = await findOrCreateCustomer({ workspaceId, subject, email, name }, call);
  const cookies = await beginCustomerSession(
    { userId, portalId: portal.id, secretId, token: { id, forMs: TOKEN_MEMORY_MS } },
    call,
  );
  return { ...redirectResponse(pageOf(portal, next, services.baseUrl())), cookies };
}

function assertListedSite({ request }: WebCall, { embedOrigins }: Portal): void {
  if (isEmbedOrigin(request.headers['origin'] ?? '', embedOrigins)) return;
  throw new PageError(403, 'error.signIn', 'error.siteText');
}

/** The page to continue to, if it is one of this portal. */
function pageOf({ slug }: Portal, next: string | undefined, baseUrl: string): string {
  const page = nextPage(next, baseUrl);
  return portalSlugOf(page) === slug ? page : addresses.portal(slug);
}
