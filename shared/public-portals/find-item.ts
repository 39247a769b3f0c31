import { publicNotFound } from '../api/http/public-read.ts';
import type { PublicItem } from '../feedback/item.ts';
import { getItem, itemSlugs, toItem, toShownItem } from '../feedback/item-store.ts';
import type { Portal } from '../portals/portal.ts';
import { findBySlugOrNothing } from '../portals/slug.ts';
import { portalIdOrThrow, publicPortalOrThrow } from './find-portal.ts';
import type { Reader } from '../core/database.ts';

/** The portal and item of a path, as the public sees them; throws a 404 for hidden items too. */
export async function findPublicItem(
  read: Reader,
  /** Of the address: both slugs. */
  { portalSlug, itemSlug }: Record<string, string>,
): Promise<{ portal: Portal; item: PublicItem }> {
  const portalId = await portalIdOrThrow(read, portalSlug!);
  const [portal, itemId] = await Promise.all([
    publicPortalOrThrow(read, portalId, portalSlug!),
    findBySlugOrNothing(read, itemSlugs(portalId), itemSlug!),
  ]);
  const found = await getItem(read, itemId);
  if (!found || toItem(found).hidden) throw publicNotFound();
  return { portal, item: toShownItem(found) };
}
