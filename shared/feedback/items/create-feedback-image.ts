import * as z from 'zod';
import type { Caller } from '../../kernel/core/caller.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { Change, Item, Reader } from '../../kernel/core/database.ts';
import { conflict, invalidReference, notFound, orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { IMAGE_BODY_MAX_BYTES, IMAGE_COST, imagePath, type ImageOwner } from '../portal/image.ts';
import { makeImageOrThrow, sentFileOrThrow, storeImage } from '../portal/image-request.ts';
import { getImageItem, getImagePlace } from '../portal/image-store.ts';
import { hasAllImages, OWNED_IMAGES_MAX, putOwnedImage } from '../portal/owned-image-store.ts';
import { ownPortalOrThrow } from '../portal/portal-access.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { getFeedbackCommentItem, replaceFeedbackComment, toFeedbackComment } from './comment-store.ts';
import type { FeedbackComment } from './feedback-comment.ts';
import { feedbackImageOf, feedbackImageSchema, type FeedbackImage } from './feedback-image.ts';
import { ownItemOrThrow } from './get-feedback-item.ts';
import type { FeedbackItem } from './item.ts';
import { getItem, replaceItem } from './item-store.ts';
import { FEEDBACK_IMAGES_PATH } from './list-feedback-images.ts';

const imageCreateSchema = memoize(() =>
  z
    .strictObject({
      data: z.string().meta({ description: 'The file, base64-encoded, of up to 4 MiB.' }),
      feedbackCommentId: uuid()
        .optional()
        .meta({ description: 'The comment of the item that it is added to.' }),
      replacesImageId: uuid().meta({
        description: 'The image that the text shows where it was written: it shows this one instead.',
      }),
    })
    .meta({ id: 'CreateFeedbackImageRequest' }),
);

export const createFeedbackImage = operation({
  id: 'createFeedbackImage',
  method: 'POST',
  path: FEEDBACK_IMAGES_PATH,
  tag: 'Feedback portals',
  summary: 'Import an image of a feedback item',
  description:
    'Adds a picture to an item or comment that was created with imported, and shows it where the text shows the one that it replaces. It belongs to the item or comment, and is deleted with it. Authors themselves add pictures on the pages of the portal.',
  scopes: ['feedback:write'],
  role: 'admin',
  cost: IMAGE_COST,
  status: 201,
  errors: ['conflict', 'invalid_reference'],
  params: { portalId: uuid(), itemId: uuid() },
  body: imageCreateSchema,
  bodyMaxBytes: IMAGE_BODY_MAX_BYTES,
  output: feedbackImageSchema,
  load: ({ path, body, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
    comment:
      body.feedbackCommentId === undefined
        ? Promise.resolve(undefined)
        : getFeedbackCommentItem(read, body.feedbackCommentId),
  }),
  handle: async ({ body, loaded: { comment, ...place }, caller, read, now, newId, setting, ...call }) => {
    const portal = ownPortalOrThrow(caller, place.portal);
    const item = ownItemOrThrow(caller, place);
    const post = body.feedbackCommentId === undefined ? item : commentOrThrow(comment, item);
    if (post.importedAt === undefined) throw notImported();
    if (await hasAllImages(read, post.id)) throw tooMany();
    const owner: ImageOwner = { kind: post === item ? 'item' : 'comment', id: post.id };
    const made = await makeImageOrThrow(sentFileOrThrow(body.data), 'data');
    const id = newId();
    const { image } = await storeImage({ setting, now, write: call.tryWrite }, portal, id, made);
    const changes = putOwnedImage(image, { owner, itemId: item.id }, tooMany);
    await call.commit([...showInstead(post, { shown: body.replacesImageId, id, now }), ...changes], id);
    const { bytes: _, files: _f, ...stored } = image;
    return feedbackImageOf(
      { ...stored, width: made.width, height: made.height, inUse: true },
      item.id,
      owner,
    );
  },
  replay: ({ read, resourceId, caller }) => replayImage(caller, read, resourceId),
});

function commentOrThrow(stored: Item | undefined, item: FeedbackItem): FeedbackComment {
  const comment = stored && toFeedbackComment(stored);
  if (comment?.itemId === item.id) return comment;
  throw invalidReference([{ path: 'feedbackCommentId', message: 'is not a comment on this item' }]);
}

/** Changes that show an image in a text in the place of another; that its author has not edited it since stays true. */
function showInstead(
  post: FeedbackItem | FeedbackComment,
  { shown, id, now }: { shown: string; id: string; now: Date },
): Change[] {
  const updatedAt = nextTimestamp(now, post.updatedAt);
  const withImage = (text: string): string => text.replaceAll(imagePath(shown), imagePath(id));
  if ('content' in post)
    return replaceFeedbackComment(
      { ...post, content: withImage(post.content), updatedAt },
      post,
      writeConflict,
    );
  const description = post.description === null ? null : withImage(post.description);
  return replaceItem({ ...post, description, updatedAt }, post, writeConflict);
}

async function replayImage(caller: Caller, read: Reader, id: string): Promise<FeedbackImage> {
  const [image, place] = await Promise.all([getImageItem(read, id), getImagePlace(read, id)]);
  const { owner } = orNotFound(place, 'image');
  if (!image || !owner) throw notFound('image');
  const comment = owner.kind === 'comment' ? await getFeedbackCommentItem(read, owner.id) : undefined;
  const itemId = owner.kind === 'item' ? owner.id : comment && toFeedbackComment(comment).itemId;
  const [portal, item] = await Promise.all([
    getPortalItem(read, image.portalId),
    itemId === undefined ? undefined : getItem(read, itemId),
  ]);
  return feedbackImageOf(image, ownItemOrThrow(caller, { portal, item }).id, owner);
}

const notImported = () =>
  conflict(
    'The text was not imported.',
    'Only what was created with imported takes pictures; authors add theirs on the pages of the portal.',
  );

/** The 409 for an item or comment with the maximum number of images. */
const tooMany = () =>
  conflict(
    `The item or comment already has ${OWNED_IMAGES_MAX} images, the maximum.`,
    'Delete it, and create it again with fewer.',
  );
