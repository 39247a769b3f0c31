import * as z from 'zod';
import type { Item } from '../../kernel/core/database.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { portalImageSchema, type ImageOwner, type PortalImage } from '../portal/image.ts';
import { ownerOf, toImage } from '../portal/image-store.ts';

export const feedbackImageSchema = memoize(() => {
  const { id, portalId, type, createdAt, width, height } = portalImageSchema().shape;
  return z
    .object({
      id,
      portalId,
      itemId: uuid(),
      feedbackCommentId: uuid()
        .nullable()
        .meta({ description: 'The comment that it was added to; null for the item.' }),
      type,
      createdAt,
      width,
      height,
    })
    .meta({
      id: 'FeedbackImage',
      description:
        'A picture that the author of an item or comment added to it. It is shown while the text names it.',
    });
});

export type FeedbackImage = z.output<ReturnType<typeof feedbackImageSchema>>;

/** An image as the API returns it, of an item or of a comment on it. */
export function feedbackImageOf(
  { inUse: _, portalId, id, ...facts }: PortalImage,
  itemId: string,
  owner: ImageOwner,
): FeedbackImage {
  return { id, portalId, itemId, feedbackCommentId: owner.kind === 'comment' ? owner.id : null, ...facts };
}

/** The same, as it is stored. */
export const toFeedbackImage = (item: Item, itemId: string): FeedbackImage =>
  feedbackImageOf(toImage(item), itemId, ownerOf(item)!);
