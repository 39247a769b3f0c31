import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import type { Page, PageRequest } from '../../kernel/core/call.ts';
import { getListedItemsById, toItem, toShownItem } from '../../feedback/items/item-store.ts';
import { imageUrl } from '../../feedback/portal/image.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import { findBySlugOrNothing } from '../../kernel/slugs/slug-store.ts';
import type { FeedbackUpdate, PublicUpdate } from '../../feedback/updates/update.ts';
import {
  getListedUpdates,
  getUpdate,
  publishedOf,
  publishedPosition,
  updateIndexes,
  toShownUpdate,
  toUpdate,
  updateSlugs,
} from '../../feedback/updates/update-store.ts';
import { loadPublicPortal } from '../portal/find-portal.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';

type LinkedItem = PublicUpdate['linkedItems'][number];

/** A page of a portal's published updates, newest first. */
export async function findPublished(
  read: Reader,
  portalId: string,
  page: PageRequest,
  baseUrl: string,
): Promise<Page<PublicUpdate>> {
  const items = await findPublishedItems(read, portalId, { limit: page.limit + 1, after: page.after });
  const linked = await linkedItems(read, items.map(toUpdate));
  const resource = (item: Item) => showUpdate(toShownUpdate(item), linked, baseUrl);
  return pageOf(items, page, { resource, position: publishedPosition });
}

/** The items of a portal's published updates, newest first. */
export async function findPublishedItems(
  read: Reader,
  portalId: string,
  { limit, after }: PageRequest,
): Promise<Item[]> {
  const keys = await read.query({
    index: updateIndexes.publication,
    partition: publishedOf(portalId),
    limit,
    ...(after === undefined ? {} : { before: after }),
  });
  const found = await getListedUpdates(read, keys);
  return found.filter((item) => toUpdate(item).publishedAt !== null);
}

/** The portal of a path, and the id of the update that its slug is of, or one that does not exist. */
export const findUpdateId = (
  read: Reader,
  /** Of the address: both slugs. */
  { portalSlug, updateSlug }: Record<string, string>,
): Promise<[Portal, string]> =>
  loadPublicPortal(read, portalSlug!, (portalId) =>
    findBySlugOrNothing(read, updateSlugs(portalId), updateSlug!),
  );

/** Returns a published update by its current or a former slug; throws a 404 for a draft. */
export async function publishedOrThrow(read: Reader, id: string, baseUrl: string): Promise<PublicUpdate> {
  const item = await getUpdate(read, id);
  const update = item && toShownUpdate(item);
  if (!update?.publishedAt) throw publicNotFound();
  return showUpdate(update, await linkedItems(read, [update]), baseUrl);
}

/** The public items that updates are about. */
async function linkedItems(
  read: Reader,
  updates: readonly FeedbackUpdate[],
): Promise<ReadonlyMap<string, LinkedItem>> {
  const items = await getListedItemsById(read, [...new Set(updates.flatMap((one) => one.linkedItemIds))]);
  return new Map(
    items
      .filter((item) => !toItem(item).hidden)
      .map(toShownItem)
      .map(({ id, slug, title, status }) => [id, { id, slug, title, status }]),
  );
}

function showUpdate(
  update: FeedbackUpdate,
  linked: ReadonlyMap<string, LinkedItem>,
  baseUrl: string,
): PublicUpdate {
  const { id, portalId, slug, title, summary, body, coverImageId, createdAt, updatedAt } = update;
  return {
    id,
    portalId,
    slug,
    title,
    summary,
    body: body ?? '',
    coverImageUrl: coverImageId === null ? null : imageUrl(baseUrl, coverImageId),
    publishedAt: update.publishedAt!,
    linkedItems: update.linkedItemIds.flatMap((itemId) => linked.get(itemId) ?? []),
    createdAt,
    updatedAt,
  };
}
