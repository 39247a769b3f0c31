import type { Reader } from '../../kernel/core/database.ts';
import { getItem, toItem } from '../items/item-store.ts';
import type { FeedbackItem } from '../items/item.ts';
import { getPortalItem, toPortal } from '../portal/portal-store.ts';
import type { Portal } from '../portal/portal.ts';

/** An idea that the public sees, with the path of its page. */
export interface Replied {
  portal: Portal;
  item: FeedbackItem;
  path: string;
}

/** The idea that a reply is about, or the one that it was merged into; undefined unless the public sees it. */
export async function findReplied(read: Reader, itemId: string): Promise<Replied | undefined> {
  const stored = await getItem(read, itemId);
  const item = stored && toItem(stored);
  if (!item) return undefined;
  if (item.mergedIntoId !== null) return await findReplied(read, item.mergedIntoId);
  const found = await getPortalItem(read, item.portalId);
  const portal = found && toPortal(found);
  if (item.hidden || portal?.visibility !== 'public') return undefined;
  return { portal, item, path: `/portals/${portal.slug}/feedback/items/${encodeURIComponent(item.slug)}` };
}
