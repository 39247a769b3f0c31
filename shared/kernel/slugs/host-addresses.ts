import { HOST_SLUG, isShort } from './host-slug.ts';

/**
 * How the addresses of a portal are written on its own host: /roadmap there is /portals/acme/feedback/roadmap anywhere
 * else. Code uses the long form. The edge, which does not know whose host it is, makes a long one of a short one with
 * HOST_SLUG; the pipeline puts the slug in its place, and writes the addresses in responses and mails in the short form.
 */

/** What the pages of a portal and of its team begin with on its own host; the first page is `/`. */
const FIRST_SEGMENTS = [
  'roadmap',
  'updates',
  String.raw`updates\.atom`,
  'new',
  'mine',
  'items',
  'language',
  'customer',
  'subscription',
  String.raw`social\.png`,
  String.raw`icon\.png`,
  String.raw`sitemap\.xml`,
  'sitemaps',
];
const PORTAL_PAGE = new RegExp(String.raw`^\/(?:$|(?:${FIRST_SEGMENTS.join('|')})(?:\/|$))`);
const TEAM_PAGE = /^\/manage(?:\/|$)/;

/** The path patterns of CloudFront for short addresses; the first page's is its own. */
export const SHORT_PATH_PATTERNS = [
  '/roadmap',
  '/updates*',
  '/new',
  '/mine',
  '/items/*',
  '/social.png',
  '/icon.png',
  '/sitemap*',
  '/manage*',
];

/** The path that the gateway is asked for, on a host that may be a portal's. */
export function pathAtGateway(path: string): string {
  if (PORTAL_PAGE.test(path)) return `/portals/${HOST_SLUG}/feedback${path === '/' ? '' : path}`;
  return TEAM_PAGE.test(path) ? `/portals/${HOST_SLUG}${path}` : path;
}

const SLASHES_AT_END = /^(?!\/portals\/)(.+?)\/+$/;

/**
 * A path without slashes at its end, which clients add to addresses that people give them. The pages of portals lead from
 * such a path to their one address instead.
 */
export const withoutTrailingSlash = (path: string): string => path.replace(SLASHES_AT_END, '$1');

/** Code of a CloudFront function that defines `withoutTrailingSlash(path)`. */
export const withoutTrailingSlashCode = `function withoutTrailingSlash(path) {
  return path.replace(${String(SLASHES_AT_END)}, '$1');
}
`;

/** Code of a CloudFront function that defines `pathAtGateway(path)`. */
export const pathAtGatewayCode = `function pathAtGateway(path) {
  if (${String(PORTAL_PAGE)}.test(path)) return '/portals/${HOST_SLUG}/feedback' + (path === '/' ? '' : path);
  return ${String(TEAM_PAGE)}.test(path) ? '/portals/${HOST_SLUG}' + path : path;
}
`;

/** The path with the slug of the host's portal; undefined for one that was not short. */
export const pathOfPortal = (path: string, slug: string): string | undefined =>
  isShort(path) ? path.replace(`/portals/${HOST_SLUG}`, `/portals/${slug}`) : undefined;

/** The path as it was asked for on the host. */
export const pathAsked = (path: string): string => (isShort(path) ? shortPath(path, HOST_SLUG) : path);

/** A short path, with any query and anchor, in its long form; any other path as it is. */
export function longPath(path: string, slug: string): string {
  const [, page = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(path) ?? [];
  return (pathOfPortal(pathAtGateway(page), slug) ?? page) + rest;
}

/** The path, with any query and anchor, as it is written on the own host of the portal with this slug. */
export const shortPath = (path: string, slug: string): string =>
  withShortPages(path.replace(new RegExp(`^${longForm(slug)}`), toShort), slug);

/**
 * Writes the addresses of a portal in a text in their short form: those with the URL of its host, and paths in links and
 * forms of a page.
 */
export function shortAddresses(text: string, { slug, baseUrl }: { slug: string; baseUrl: string }): string {
  const start = String.raw`(?<=\s(?:href|action|formaction|src)="|${baseUrl.replaceAll('.', String.raw`\.`)})`;
  return withShortPages(text.replaceAll(new RegExp(start + longForm(slug), 'g'), toShort), slug);
}

/** The parameters of addresses, such as that of the sign-in page, that name a page of this service. */
export const PAGE_PARAMETERS = ['next', 'from'] as const;

/** The same for pages that are named in the query of an address. */
const withShortPages = (text: string, slug: string): string =>
  text.replaceAll(
    new RegExp(
      String.raw`(?<=[?&;](?:${PAGE_PARAMETERS.join('|')})=)%2Fportals%2F${slug}%2F(?:feedback(?![\w.-])((?:%2F|%5C)*)|(manage)(?![\w.-]))`,
      'g',
    ),
    (_, _slashes: string | undefined, team: string | undefined) => `%2F${team ?? ''}`,
  );

/**
 * The first part of a portal's long address, with what shows where it ends. With all slashes, of either kind, that follow:
 * what is left after the first would name another host.
 */
const longForm = (slug: string): string =>
  String.raw`\/portals\/${slug}\/(?:feedback(?![\w.-])([\/\\]*)|(manage)(?![\w.-]))`;

const toShort = (_: string, _slashes: string | undefined, team: string | undefined): string =>
  `/${team ?? ''}`;
