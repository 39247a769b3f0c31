import { Moved, publicNotFound } from '../../kernel/api/http/public-read.ts';
import type { FeedbackItem, PublicItem } from '../../feedback/items/item.ts';
import {
  getItem,
  isEdited,
  itemSlugs,
  mergedOf,
  toItem,
  toShownItem,
} from '../../feedback/items/item-store.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import { findBySlugOrNothing } from '../../kernel/slugs/slug-store.ts';
import { loadPublicPortal } from '../portal/find-portal.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';

interface FoundItem<B> {
  portal: Portal;
  item: PublicItem;
  /** The item as the workspace sees it. */
  stored: FeedbackItem;
  officialCommentId: string | null;
  isEdited: boolean;
  /** The items whose comments are shown: it, and those merged into it. */
  commentedIds: string[];
  loaded: B;
}

/**
 * The portal and item of a path, as the public sees them; throws a 404 for hidden items too, and Moved for an item that
 * was merged into one that the public can see.
 */
export async function findPublicItem<B>(
  read: Reader,
  /** Of the address: both slugs. */
  { portalSlug, itemSlug }: Record<string, string>,
  /** Reads more of the item that the slug is of. */
  load: (itemId: string) => Promise<B>,
): Promise<FoundItem<B>> {
  const [portal, itemId] = await loadPublicPortal(read, portalSlug!, (portalId) =>
    findBySlugOrNothing(read, itemSlugs(portalId), itemSlug!),
  );
  const [{ stored, item }, loaded] = await Promise.all([remainingOrThrow(read, itemId), load(itemId)]);
  if (item.hidden) throw publicNotFound();
  if (item.id !== itemId) throw new Moved({ portalSlug: portal.slug, itemSlug: item.slug });
  const { officialCommentId } = item;
  return {
    portal,
    item: toShownItem(stored),
    stored: item,
    officialCommentId,
    isEdited: isEdited(stored),
    commentedIds: [itemId, ...mergedOf(stored)],
    loaded,
  };
}

/** The item, or the one that remained when it was merged. */
async function remainingOrThrow(read: Reader, id: string): Promise<{ stored: Item; item: FeedbackItem }> {
  const stored = await getItem(read, id);
  if (!stored) throw publicNotFound();
  const item = toItem(stored);
  return item.mergedIntoId === null ? { stored, item } : await remainingOrThrow(read, item.mergedIntoId);
}
