import { baseUrlAt } from '../../kernel/api/http/custom-domain.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/** Where the pages of a portal are found. */
export interface PortalAddress {
  /** The base URL of the portal's pages: its own host, if it has one. */
  baseUrl: string;
  /** Whether a reader of this page is led to the portal's own host. */
  isElsewhere: boolean;
}

/**
 * The address of a portal. A reader who comes to the service's own host is led on; not one who is signed in, since a
 * session is of one host, and no frame, which may have a customer's session here.
 */
export function portalAddress(
  { host }: { host: string | null },
  call: WebCall,
  visitor: unknown,
): PortalAddress {
  const { request, services, home } = call;
  const baseUrl = services.baseUrl();
  if (host === null || home !== undefined) return { baseUrl, isElsewhere: false };
  const isReader = request.method === 'GET' && visitor === undefined;
  return {
    baseUrl: baseUrlAt(host, baseUrl),
    isElsewhere: isReader && request.headers['sec-fetch-dest'] !== 'iframe',
  };
}
