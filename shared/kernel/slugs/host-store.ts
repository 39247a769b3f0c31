import type { Change, Reader } from '../core/database.ts';
import { claimSlug, getSlug, releaseSlugs, slugKey } from './slug-store.ts';

/** The path of a portal's first page. */
export const portalHome = (slug: string): string => `/portals/${slug}/feedback`;

const PORTAL = /^\/portals\/([^/]+)\//;

/** The slug of the portal that a path is of; undefined for other paths. */
export const portalSlugIn = (path: string): string | undefined => PORTAL.exec(path)?.[1];

interface Hosted {
  id: string;
  slug: string;
  host: string | null;
}

/** The path of the first page at a custom host; undefined for a host that no portal has. */
export async function getHostHome(read: Reader, host: string): Promise<string | undefined> {
  const found = await getSlug(read, 'host', host);
  return found && portalHome(String(found['slug']));
}

/** The host of the portal that a path is of; undefined for other paths, and for portals without a host of their own. */
export async function getPlaceHost(read: Reader, path: string): Promise<string | undefined> {
  const slug = portalSlugIn(path);
  if (slug === undefined) return undefined;
  const found = await getSlug(read, 'portal', slug);
  return (found?.['host'] as string | undefined) || undefined;
}

/** Changes after which the host of a portal leads to its slug. Throws `taken` if another portal has the host. */
export function moveHost(next: Hosted, previous: Hosted, taken: () => Error): Change[] {
  const { id, slug, host } = next;
  const released = previous.host === null || previous.host === host ? [] : [previous.host];
  const isKept = host !== null && host === previous.host;
  return [
    ...releaseSlugs('host', released),
    ...(host !== null && !isKept ? [claimSlug('host', host, id, taken, { slug })] : []),
    ...(isKept && slug !== previous.slug ? [{ update: slugKey('host', host), with: { set: { slug } } }] : []),
  ];
}
