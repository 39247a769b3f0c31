import { Moved, publicNotFound } from '../../kernel/api/http/public-read.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import { findPublicPortalId, getPortalItem, toPortal } from '../../feedback/portal/portal-store.ts';
import type { Reader } from '../../kernel/core/database.ts';

/** The time for which caches may store public content of a portal, in seconds. */
export const CACHE_SECONDS = 60;

/** Throws a 404 after one read, also for a private portal. */
async function portalIdOrThrow(read: Reader, slug: string): Promise<string> {
  const id = await findPublicPortalId(read, slug);
  if (id === undefined) throw publicNotFound();
  return id;
}

/**
 * Returns the portal if it is public and has this slug now; throws a 404 for a private portal and Moved for a
 * former slug.
 */
async function publicPortalOrThrow(read: Reader, id: string, slug: string): Promise<Portal> {
  const item = await getPortalItem(read, id);
  const portal = item && toPortal(item);
  if (portal?.visibility !== 'public') throw publicNotFound();
  if (portal.slug !== slug) throw new Moved({ portalSlug: portal.slug });
  return portal;
}

/** Number of portals whose ids a sandbox remembers. */
const REMEMBERED_MAX = 1_000;

/** The ids of public portals by slug when they were last read: they say what to read ahead, and decide nothing. */
const lastIds = new Map<string, string>();

/**
 * Returns the portal of a slug, with what `load` reads of it: in one round trip if this sandbox has served the portal
 * before, and the slug still leads to it. Throws a 404 for a private or unknown one and Moved for a former slug. `load`
 * must not await anything before its first read.
 */
export async function loadPublicPortal<T>(
  read: Reader,
  slug: string,
  load: (portalId: string) => Promise<T>,
): Promise<[Portal, T]> {
  const all = (id: string) => Promise.all([publicPortalOrThrow(read, id, slug), load(id)]);
  const expectedId = lastIds.get(slug);
  const ahead = expectedId === undefined ? undefined : all(expectedId);
  // Awaited only if it is of the right portal.
  ahead?.catch(() => undefined);
  const id = await portalIdOrThrow(read, slug);
  if (lastIds.size >= REMEMBERED_MAX) lastIds.clear();
  lastIds.set(slug, id);
  return await (ahead && id === expectedId ? ahead : all(id));
}

/** Returns the portal with a slug, for callers that read nothing else. */
export async function findPublicPortal(read: Reader, slug: string): Promise<Portal> {
  const [portal] = await loadPublicPortal(read, slug, async () => undefined);
  return portal;
}
