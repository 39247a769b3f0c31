import type { Reader } from '../../core/database.ts';
import type { Services } from '../../core/services.ts';
import { getHostHome } from '../../slugs/host-store.ts';
import type { WebRequest } from '../operation/web-route.ts';
import { edgeHeaders } from './viewer-address.ts';

/** The gateway's own host, under which the edge asks it. */
const GATEWAY = /\.amazonaws\.com$/;

/** A host that serves one place of the service, such as a portal. */
export interface CustomDomain {
  /** Its URL, with the scheme and port of the service's own. */
  baseUrl: string;
  /** The path of its first page. */
  home: string;
}

/** The service's own URL under another host, with its scheme and port. */
export function baseUrlAt(host: string, baseUrl: string): string {
  const url = new URL(baseUrl);
  url.hostname = host;
  return url.origin;
}

/**
 * The custom domain that a request is for, by the host that the edge names or, without an edge, the request's own; no one
 * gains by naming another one, since no cache keeps the answer for others. Undefined on the service's own host, for which
 * nothing is read; `unassigned` for a host that the edge serves and no portal has (any more).
 */
export async function customDomainOf(
  { headers }: Pick<WebRequest, 'headers'>,
  { baseUrl }: Pick<Services, 'baseUrl'>,
  read: Reader,
): Promise<CustomDomain | 'unassigned' | undefined> {
  const [host = ''] = (headers[edgeHeaders.host] ?? headers['host'] ?? '').toLowerCase().split(':');
  if (host === '' || GATEWAY.test(host) || host === new URL(baseUrl()).hostname) return undefined;
  const home = await getHostHome(read, host);
  if (home !== undefined) return { baseUrl: baseUrlAt(host, baseUrl()), home };
  return headers[edgeHeaders.host] === undefined ? undefined : 'unassigned';
}
