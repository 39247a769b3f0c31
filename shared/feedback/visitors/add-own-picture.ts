import * as z from 'zod';
import { visitorOperation } from '../../kernel/api/operation/visitor-operation.ts';
import type { Call } from '../../kernel/core/call.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { Change } from '../../kernel/core/database.ts';
import { conflict, invalidRequest, orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { charactersIn, memoize, uuid } from '../../kernel/core/schema.ts';
import { actorOf, type Author } from '../items/author.ts';
import { loadComment } from '../items/comment-access.ts';
import { getFeedbackCommentItem, replaceFeedbackComment, toFeedbackComment } from '../items/comment-store.ts';
import { COMMENT_MAX_CHARACTERS, feedbackCommentSchema } from '../items/feedback-comment.ts';
import { itemSchema, DESCRIPTION_MAX_CHARACTERS } from '../items/item.ts';
import { getItem, replaceItem, toItem } from '../items/item-store.ts';
import { isEditable } from '../items/own-posts.ts';
import type { ImageOwner } from '../portal/image.ts';
import { sizedImagePath } from '../portal/image-name.ts';
import { makeImageOrThrow, storeImage } from '../portal/image-request.ts';
import { hasAllImages, putOwnedImage } from '../portal/owned-image-store.ts';
import type { Portal } from '../portal/portal.ts';
import { loadShownItem, writtenCommentOrThrow, writtenItemOrThrow } from './shown-to-visitor.ts';
import { responded } from './update-own-item.ts';
import { visitorLimits } from './visitor-limits.ts';

/** For how long a picture belongs to the posting of a text, to which a script adds it, rather than to a change of it. */
const POSTING_MS = 5 * 60 * 1000;

const isJustPosted = ({ createdAt }: { createdAt: string }, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) < POSTING_MS;

const bodySchema = memoize(() =>
  z.strictObject({
    data: z.string().meta({ description: 'The file.' }),
    alt: z.string().min(1).max(200).meta({ description: 'What it shows, in words.' }),
  }),
);

export const addPictureToOwnItem = visitorOperation({
  id: 'addPictureToOwnItem',
  summary: 'Add a picture to the end of an idea, until the team has responded to it',
  limit: visitorLimits.pictures,
  params: { portalId: uuid(), itemId: uuid() },
  body: bodySchema,
  output: itemSchema,
  load: ({ path, read }) => loadShownItem(read, path),
  handle: async (call) => {
    const { now } = call;
    const { item, portal } = await writtenItemOrThrow(call, call.loaded);
    if (!isEditable(item)) throw responded();
    const updatedAt = nextTimestamp(now, item.updatedAt);
    const edited = isJustPosted(item, now) ? {} : { editedAt: updatedAt };
    return await addPicture(call, {
      owner: { kind: 'item', id: item.id },
      itemId: item.id,
      portal,
      text: item.description ?? '',
      maxCharacters: DESCRIPTION_MAX_CHARACTERS,
      author: item,
      withText: (description) => {
        const next = { ...item, description, updatedAt };
        return { next, changes: replaceItem(next, item, writeConflict, edited) };
      },
    });
  },
  replay: async ({ read, resourceId }) => toItem(orNotFound(await getItem(read, resourceId), 'item')),
});

export const addPictureToOwnComment = visitorOperation({
  id: 'addPictureToOwnComment',
  summary: 'Add a picture to the end of a comment',
  limit: visitorLimits.pictures,
  params: { portalId: uuid(), itemId: uuid(), feedbackCommentId: uuid() },
  body: bodySchema,
  output: feedbackCommentSchema,
  load: ({ path, read }) => loadComment(read, path),
  handle: async (call) => {
    const { now } = call;
    const { comment, portal } = await writtenCommentOrThrow(call, call.loaded);
    const updatedAt = nextTimestamp(now, comment.updatedAt);
    const editedAt = isJustPosted(comment, now) ? comment.editedAt : updatedAt;
    return await addPicture(call, {
      owner: { kind: 'comment', id: comment.id },
      itemId: comment.itemId,
      portal,
      text: comment.content,
      maxCharacters: COMMENT_MAX_CHARACTERS,
      author: comment,
      withText: (content) => {
        const next = { ...comment, content, editedAt, updatedAt };
        return { next, changes: replaceFeedbackComment(next, comment, writeConflict) };
      },
    });
  },
  replay: async ({ read, resourceId }) =>
    toFeedbackComment(orNotFound(await getFeedbackCommentItem(read, resourceId), 'comment')),
});

/** The two kinds of texts that visitors add pictures to, as they are now. */
interface Owned<T> {
  owner: ImageOwner;
  /** The idea, or that of the comment. */
  itemId: string;
  portal: Portal;
  text: string;
  maxCharacters: number;
  author: Author;
  withText: (text: string) => { next: T; changes: Change[] };
}

type Adding = Pick<
  Call<unknown, unknown, z.output<ReturnType<typeof bodySchema>>, unknown>,
  'body' | 'read' | 'now' | 'newId' | 'setting' | 'tryWrite' | 'commit'
>;

/** Stores the picture and the longer text. */
async function addPicture<T>(
  { body: { data, alt }, read, now, newId, setting, tryWrite, commit }: Adding,
  { text, maxCharacters, portal, author, withText, ...owned }: Owned<T>,
): Promise<T> {
  const id = newId();
  const longer = (size: { width: number; height: number }): string => {
    const whole = `${text}\n\n![${alt}](${sizedImagePath(id, size)})`.trim();
    if (charactersIn(whole) > maxCharacters) throw tooLong();
    return whole;
  };
  if (await hasAllImages(read, owned.owner.id)) throw tooMany();
  // Refused before work that would be for nothing.
  longer({ width: 1, height: 1 });
  const made = await makeImageOrThrow(Buffer.from(data, 'base64'), 'data');
  const write = (changes: readonly Change[]) => tryWrite(changes);
  const { image, facts } = await storeImage({ setting, now, write }, portal, id, made);
  const { next, changes } = withText(longer(facts));
  await commit([...changes, ...putOwnedImage(image, owned, tooMany)], owned.owner.id, undefined, {
    actor: actorOf(author),
  });
  return next;
}

const tooMany = () => conflict('The text has as many pictures as it can have.');
const tooLong = () => invalidRequest([{ path: 'alt', message: 'makes the text too long' }]);
