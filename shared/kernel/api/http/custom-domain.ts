import { ApiError } from '../../core/errors.ts';
import type { Reader } from '../../core/database.ts';
import type { Services } from '../../core/services.ts';
import {
  longPath,
  PAGE_PARAMETERS,
  pathAsked,
  pathOfPortal,
  shortAddresses,
  shortPath,
} from '../../slugs/host-addresses.ts';
import { getHostHome, getPlaceHost, portalSlugIn } from '../../slugs/host-store.ts';
import type { WebCall, WebRequest, WebResponse } from '../operation/web-route.ts';
import { prefers } from './accept.ts';
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
export async function addressesFor(
  path: string,
  { baseUrl }: Pick<Services, 'baseUrl'>,
  read: Reader,
): Promise<{ baseUrl: string; written: (text: string) => string }> {
  const host = await getPlaceHost(read, path);
  if (host === undefined) return { baseUrl: baseUrl(), written: (text) => text };
  const place = { slug: portalSlugIn(path)!, baseUrl: baseUrlAt(host, baseUrl()) };
  return { baseUrl: place.baseUrl, written: (text) => shortAddresses(text, place) };
}

/** A request to the own host of a portal, with the long form of the addresses in it. */
export function requestAtHost(request: WebRequest, home: string): WebRequest {
  const slug = portalSlugIn(home)!;
  const query = new URLSearchParams(request.query);
  for (const name of PAGE_PARAMETERS) {
    const page = query.get(name);
    if (page !== null) query.set(name, longPath(page, slug));
  }
  const path = pathOfPortal(request.path, slug);
  if (path === undefined) return { ...request, query };
  return { ...request, query, path, parameters: { ...request.parameters, portalSlug: slug } };
}

/** Leads readers on who come to the long address of a page on the portal's own host; undefined for all others. */
export function redirectToShort(request: WebRequest, home: string): WebResponse | undefined {
  const { method, path, query } = request;
  const short = shortPath(path, portalSlugIn(home)!);
  const isRead = method === 'GET' || method === 'HEAD';
  if (short === path || !isRead || !prefers(request, 'text/html', 'application/xhtml+xml')) return undefined;
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return { status: 301, headers: { location: `${short}${search}`, 'cache-control': 'no-store' } };
}

/** What has addresses in it: pages, feeds, sitemaps and robots.txt. */
const WRITTEN = /^(?:text\/(?:html|plain)|application\/(?:[\w.-]+\+)?xml)\b/;

/** The response as it is at the host of a portal: with the short addresses of its pages. */
export function responseAtHost(
  { home, services }: Pick<WebCall, 'home' | 'services'>,
  response: WebResponse,
): WebResponse {
  if (home === undefined) return response;
  const slug = portalSlugIn(home)!;
  const { headers, body } = response;
  const { location } = headers ?? {};
  const isWritten = typeof body === 'string' && WRITTEN.test(headers?.['content-type'] ?? '');
  return {
    ...response,
    ...(location !== undefined && { headers: { ...headers, location: shortPath(location, slug) } }),
    ...(isWritten && { body: shortAddresses(body, { slug, baseUrl: services.baseUrl() }) }),
  };
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
  const isFirst = `${path}/` === place;
  const location = isFirst && home !== undefined ? home : `${baseUrl}${pathAsked(path)}${search}`;
  return { status: 302, headers: { location, 'cache-control': 'no-store' } };
}
