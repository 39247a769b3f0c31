import { addresses, withQuery } from './addresses.ts';

/**
 * The intended path for a portal URL without a page or with a trailing slash; undefined for any other unknown
 * path.
 */
export function canonicalPath(path: string, query: string): string | undefined {
  const [, slug, rest] =
    /^\/portals\/([a-z0-9-]{1,100})(\/feedback(?:\/[\w.-]{1,200}){0,2})?\/?$/.exec(path) ?? [];
  if (slug === undefined || (rest !== undefined && !path.endsWith('/'))) return undefined;
  const tidy = rest === undefined ? addresses.portal(slug) : `/portals/${slug}${rest}`;
  return withQuery(tidy, Object.fromEntries(new URLSearchParams(query)));
}
