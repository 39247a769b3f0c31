import { addresses, withQuery } from './addresses.ts';

/**
 * The address that somebody means who left a portal's page off, or typed a slash after one; undefined for any
 * other address that leads nowhere.
 */
export function canonicalPath(path: string, query: string): string | undefined {
  const [, slug, rest] =
    /^\/portals\/([a-z0-9-]{1,100})(\/feedback(?:\/[\w.-]{1,200}){0,2})?\/?$/.exec(path) ?? [];
  if (slug === undefined || (rest !== undefined && !path.endsWith('/'))) return undefined;
  const tidy = rest === undefined ? addresses.portal(slug) : `/portals/${slug}${rest}`;
  return withQuery(tidy, Object.fromEntries(new URLSearchParams(query)));
}
