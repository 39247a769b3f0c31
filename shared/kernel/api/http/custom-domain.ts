import { ApiError } from '../../core/errors.ts';
import type { Reader } from '../../core/database.ts';
import type { Services } from '../../core/services.ts';
import { getHostHome, getPlaceHost } from '../../slugs/host-store.ts';
import type { WebRequest, WebResponse } from '../operation/web-route.ts';
import { errorEnvelope } from './envelope.ts';
import { edgeHeaders } from './viewer-address.ts';

/** The shared paths that a custom domain also serves: stylesheets, images, what search engines read, sign-in and the account pages. */
const SHARED_PATH =
  /^\/(?:(?:assets|portal-images|sign-in|sign-out|account|connections|mail-preferences)(?:\/|$)|(?:robots\.txt|sitemap\.xml|favicon\.ico)$)/;

/** The gateway's own host, under which the edge asks it. */
const GATEWAY = /\.amazonaws\.com$/;

/** A host that serves one place of the service, such as a portal. */
interface CustomDomain {
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

/** Where a page of the service is found: at the custom domain of its place, if that has one. */
export async function baseUrlFor(
  path: string,
  { baseUrl }: Pick<Services, 'baseUrl'>,
  read: Reader,
): Promise<string> {
  const host = await getPlaceHost(read, path);
  return host === undefined ? baseUrl() : baseUrlAt(host, baseUrl());
}

/**
 * The redirect to the service's own host for a path that a custom domain does not serve, since other places under its
 * name could pass for its owner's. Returns undefined for a path that it serves, and for one of no page at all, which is
 * unknown there too.
 */
export function redirectFrom(
  domain: CustomDomain | 'unassigned',
  request: WebRequest,
  { baseUrl, isUnknown }: { baseUrl: string; isUnknown: boolean },
): WebResponse | undefined {
  const { path, query, method } = request;
  const home = domain === 'unassigned' ? undefined : domain.home;
  const place = home?.slice(0, home.lastIndexOf('/') + 1);
  if (isUnknown && place !== undefined && `${path}/` !== place && !path.startsWith('/portals/'))
    return undefined;
  if (place !== undefined && (path.startsWith(place) || SHARED_PATH.test(path))) return undefined;
  if (method !== 'GET') {
    const services = { baseUrl: () => baseUrl };
    return errorEnvelope(new ApiError('not_found', `Send this request to ${baseUrl}.`), {
      request,
      services,
    });
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  const isFirst = path === '/' || `${path}/` === place;
  const location = isFirst && home !== undefined ? home : `${baseUrl}${path}${search}`;
  return { status: 302, headers: { location, 'cache-control': 'no-store' } };
}
