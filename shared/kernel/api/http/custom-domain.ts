import { ApiError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import type { WebRequest, WebResponse } from '../operation/web-route.ts';
import { errorEnvelope } from './envelope.ts';
import { edgeHeaders } from './viewer-address.ts';

/** The variable with the environment's custom domains: a JSON object of the home path of each host. */
export const CUSTOM_DOMAINS_VARIABLE = 'CUSTOM_DOMAINS';

/** The shared paths that a custom domain also serves: stylesheets, images, what search engines read, sign-in and the account pages. */
const SHARED_PATH =
  /^\/(?:(?:assets|portal-images|sign-in|sign-out|account|mail-preferences)(?:\/|$)|(?:robots\.txt|sitemap\.xml|favicon\.ico)$)/;

/** A host that serves one place of the service, such as a portal. */
interface CustomDomain {
  /** Its URL, with the scheme and port of the service's own. */
  baseUrl: string;
  /** The path of its first page. */
  home: string;
}

/**
 * The custom domain that a request is for, by the host that the edge names or, without an edge, the request's own; no one
 * gains by naming another one, since no cache keeps the answer for others. Undefined on the service's own host.
 */
export function customDomainOf(
  { headers }: Pick<WebRequest, 'headers'>,
  { setting, baseUrl }: Pick<Services, 'setting' | 'baseUrl'>,
): CustomDomain | undefined {
  const domains = setting(CUSTOM_DOMAINS_VARIABLE);
  if (!domains || domains === '{}') return undefined;
  const [host = ''] = (headers[edgeHeaders.host] ?? headers['host'] ?? '').toLowerCase().split(':');
  const home = new Map(Object.entries(JSON.parse(domains) as Record<string, string>)).get(host);
  if (home === undefined) return undefined;
  const url = new URL(baseUrl());
  url.hostname = host;
  return { baseUrl: url.origin, home };
}

/** Where a page of the service is found: at the custom domain of its place, if that has one. */
export function baseUrlFor(
  path: string,
  { setting, baseUrl }: Pick<Services, 'setting' | 'baseUrl'>,
): string {
  const homes = Object.entries(
    JSON.parse(setting(CUSTOM_DOMAINS_VARIABLE) ?? '{}') as Record<string, string>,
  );
  const [host] = homes.find(([, home]) => path === home || path.startsWith(`${home}/`)) ?? [];
  if (host === undefined) return baseUrl();
  const url = new URL(baseUrl());
  url.hostname = host;
  return url.origin;
}

/**
 * The redirect to the service's own host for a path that a custom domain does not serve, since other places under its
 * name could pass for its owner's. Returns undefined for a path that it serves.
 */
export function redirectToServiceHost(
  request: WebRequest,
  { home }: CustomDomain,
  baseUrl: string,
): WebResponse | undefined {
  const { path, query, method } = request;
  const place = home.slice(0, home.lastIndexOf('/') + 1);
  if (path.startsWith(place) || SHARED_PATH.test(path)) return undefined;
  if (method !== 'GET') {
    const services = { baseUrl: () => baseUrl };
    return errorEnvelope(new ApiError('not_found', `Send this request to ${baseUrl}.`), {
      request,
      services,
    });
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  const location = path === '/' || `${path}/` === place ? home : `${baseUrl}${path}${search}`;
  return { status: 302, headers: { location, 'cache-control': 'no-store' } };
}
