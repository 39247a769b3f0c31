import { addresses, withQuery } from '../portal/addresses.ts';

/**
 * The intended path for a portal URL without a page or with a trailing slash, and for /feedback on the portal's own host,
 * whose first page is `home`; undefined for any other unknown path.
 */
export function canonicalPath(path: string, query: string, home?: string): string | undefined {
  if (home !== undefined && path.replace(/\/$/, '') === '/feedback') return withSearch(home, query);
  const [, slug, rest] =
    /^\/portals\/([a-z0-9-]{1,100})(\/(?:feedback|manage)(?:\/[\w.-]{1,200}){0,2})?\/?$/.exec(path) ?? [];
  if (slug === undefined || (rest !== undefined && !path.endsWith('/'))) return undefined;
  const tidy = rest === undefined ? addresses.portal(slug) : `/portals/${slug}${rest}`;
  return withSearch(tidy, query);
}

const withSearch = (path: string, query: string): string =>
  withQuery(path, Object.fromEntries(new URLSearchParams(query)));
