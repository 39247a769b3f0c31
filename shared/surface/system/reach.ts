import { cacheControl } from '../../kernel/api/http/public-read.ts';
import { touchIcon } from '../../kernel/html/assets.ts';
import { binaryFile } from '../../kernel/html/text-file.ts';
import type { WebCall, WebResponse, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { findPublicPortalSlugs } from '../../feedback/portal/find-public-portals.ts';
import { addresses } from '../../pages/portal/addresses.ts';
import { pageFile } from '../docs/page-file.ts';
import { textResponse } from '../docs/docs-response.ts';

/** What search engines and browsers ask a host for, whatever its pages. */

/** For how long caches may store the files, in seconds. */
const FILE_SECONDS = 3_600;

/** Pages of one person, and programs' addresses. A private portal is not named: it is a 404 like any other. */
const DISALLOWED = [
  '/account',
  '/api/',
  '/calendars/',
  '/connections',
  '/mail-preferences',
  '/mcp',
  '/oauth/',
  '/sign-in',
  '/sign-out',
  '/portals/*/manage',
  '/portals/*/feedback/new',
  '/portals/*/feedback/customer',
];

/** The same on the host of a portal. */
const DISALLOWED_AT_HOST = ['/manage', '/new', '/customer'];

/** The maximum number of portals whose sitemaps are named, the newest. */
const PORTALS_MAX = 100;

const text = (body: string, contentType: string, seconds = FILE_SECONDS): WebResponse => ({
  status: 200,
  headers: {
    'content-type': contentType,
    'cache-control': cacheControl(seconds),
    'x-content-type-options': 'nosniff',
  },
  body,
});

/** The portal whose host a request is for. */
function portalOfHost({ home }: WebCall): string | undefined {
  return home && /^\/portals\/([^/]+)\//.exec(home)?.[1];
}

/** Which pages search engines may read, and where the addresses of all of them are (RFC 9309). */
const robotsText: WebRoute = {
  id: 'robotsText',
  method: 'GET',
  path: '/robots.txt',
  handle: async (call) => {
    const base = call.services.baseUrl();
    const portal = portalOfHost(call);
    const portals = portal === undefined ? await findPublicPortalSlugs(call.read, PORTALS_MAX) : [portal];
    const sitemaps = [...(portal === undefined ? ['/sitemap.xml'] : []), ...portals.map(addresses.sitemap)];
    const disallowed = portal === undefined ? DISALLOWED : [...DISALLOWED, ...DISALLOWED_AT_HOST];
    const lines = [
      'User-agent: *',
      ...disallowed.map((path) => `Disallow: ${path}`),
      '',
      ...sitemaps.map((path) => `Sitemap: ${base}${path}`),
      '',
    ];
    return text(lines.join('\n'), 'text/plain; charset=utf-8');
  },
};

/** The pages of the documentation. On the host of a portal, that of its ideas and updates is at this path. */
const siteMap: WebRoute = {
  id: 'siteMap',
  method: 'GET',
  path: '/sitemap.xml',
  handle: async (call) => {
    const file = pageFile('sitemap', call.services.baseUrl(), 'xml')!;
    return textResponse(call.request, file, 'application/xml; charset=utf-8');
  },
};

/** Leads to an icon. */
const iconAt = (location: string): WebResponse => ({
  status: 302,
  headers: { location, 'cache-control': cacheControl(FILE_SECONDS) },
});

const portalIconPath = (call: WebCall): string => addresses.icon(portalOfHost(call)!);

/** The icon for browsers that ask for it without reading a page. */
const favicon: WebRoute = {
  id: 'favicon',
  method: 'GET',
  path: '/favicon.ico',
  handle: async (call) =>
    call.home === undefined
      ? {
          status: 200,
          headers: { 'content-type': 'image/x-icon', 'cache-control': cacheControl(FILE_SECONDS) },
          body: binaryFile('./favicon.ico', import.meta.url),
        }
      : iconAt(portalIconPath(call)),
};

/** The same for home screens, by the address that some devices ask for. */
const touchIconRoute: WebRoute = {
  id: 'touchIcon',
  method: 'GET',
  path: '/apple-touch-icon.png',
  handle: async (call) => iconAt(call.home === undefined ? touchIcon.path : portalIconPath(call)),
};

export const reachRoutes: WebRoute[] = [robotsText, siteMap, favicon, touchIconRoute];
