import { list } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import type { Item } from '../../kernel/core/database.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { imageKind } from '../portal/image-store.ts';
import { findOwnedImages } from '../portal/owned-image-store.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { feedbackImageSchema, toFeedbackImage } from './feedback-image.ts';
import { ITEM_PATH, ownItemOrThrow } from './get-feedback-item.ts';
import { getItem } from './item-store.ts';

export const FEEDBACK_IMAGES_PATH = `${ITEM_PATH}/images`;

export const listFeedbackImages = list({
  id: 'listFeedbackImages',
  path: FEEDBACK_IMAGES_PATH,
  tag: 'Feedback portals',
  summary: 'List images of a feedback item',
  description:
    'Returns the pictures that the authors of an item and of its comments added to them, newest first, also hidden ones.',
  scopes: ['feedback:read'],
  role: 'member',
  params: { portalId: uuid(), itemId: uuid() },
  item: feedbackImageSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
  }),
  handle: async ({ loaded, caller, read, page }) => {
    const { id } = ownItemOrThrow(caller, loaded);
    const { items, end } = await findOwnedImages(read, id, { before: page.after, limit: page.limit });
    const show = { resource: (item: Item) => toFeedbackImage(item, id), position: imageKind.idOf };
    return pageOf(items, page, show, end);
  },
});
