import { ApiError } from '../../core/errors.ts';
import {
  longPath,
  PAGE_PARAMETERS,
  pathAsked,
  pathOfPortal,
  shortAddresses,
  shortPath,
} from '../../slugs/host-addresses.ts';
import { portalSlugIn } from '../../slugs/host-store.ts';
import type { WebCall, WebRequest, WebResponse } from '../operation/web-route.ts';
import { prefers } from './accept.ts';
import type { CustomDomain } from './custom-domain.ts';
import { errorEnvelope } from './error-envelope.ts';

/** The shared paths that a custom domain also serves: stylesheets, images, what search engines read, sign-in and the account pages. */
const SHARED_PATH =
  /^\/(?:(?:assets|portal-images|sign-in|sign-out|account|connections|mail-preferences)(?:\/|$)|(?:robots\.txt|sitemap\.xml|favicon\.ico|apple-touch-icon\.png)$)/;

/** Files that describe the owner of a host, which on a custom domain is not the service: its routes refuse them there. */
const ABOUT_OWNER =
  /^\/(?:llms(?:-full)?\.txt|\.well-known\/(?:ai-catalog\.json|api-catalog|security\.txt))$/;

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
  { services }: Pick<WebCall, 'services'>,
  home: string,
  response: WebResponse,
): WebResponse {
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
  const isAnswered = place !== undefined && [SHARED_PATH, ABOUT_OWNER].some((one) => one.test(path));
  if (isAnswered || (place !== undefined && path.startsWith(place))) return undefined;
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
