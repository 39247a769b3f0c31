import { addresses, withQuery } from './addresses.ts';

/** A page of a portal as people type it on the portal's own host, such as /roadmap. */
const SHORT = /^\/(?:feedback|(?:roadmap|updates|new|mine|items|manage)(?:\/[\w.-]{1,200}){0,2})\/?$/;

/**
 * The intended path for a portal URL without a page or with a trailing slash, and for a short one on the portal's own
 * host, whose first page is `home`; undefined for any other unknown path.
 */
export function canonicalPath(path: string, query: string, home?: string): string | undefined {
  if (home !== undefined && SHORT.test(path))
    return withSearch(ofShort(path.replace(/\/$/, ''), home), query);
  const [, slug, rest] =
    /^\/portals\/([a-z0-9-]{1,100})(\/feedback(?:\/[\w.-]{1,200}){0,2})?\/?$/.exec(path) ?? [];
  if (slug === undefined || (rest !== undefined && !path.endsWith('/'))) return undefined;
  const tidy = rest === undefined ? addresses.portal(slug) : `/portals/${slug}${rest}`;
  return withSearch(tidy, query);
}

function ofShort(path: string, home: string): string {
  if (path === '/feedback') return home;
  return path.startsWith('/manage') ? `${home.replace(/\/feedback$/, '')}${path}` : `${home}${path}`;
}

const withSearch = (path: string, query: string): string =>
  withQuery(path, Object.fromEntries(new URLSearchParams(query)));
