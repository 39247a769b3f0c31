import type { Caller } from '../../kernel/core/caller.ts';
import { invalidReference, notFound, orNotFound } from '../../kernel/core/errors.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { getFeedbackCommentItem, toFeedbackComment } from './comment-store.ts';
import type { FeedbackComment } from './feedback-comment.ts';
import { ownItemOrThrow } from './get-feedback-item.ts';
import type { FeedbackItem } from './item.ts';
import { getItem, mergedOf, toItem } from './item-store.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';

/** The stored resources that a comment's path names. */
interface CommentPlace {
  portal: Item | undefined;
  item: Item | undefined;
  comment: Item | undefined;
}

/** Reads what the path of a comment names. */
export const loadComment = (
  read: Reader,
  path: { portalId: string; itemId: string; feedbackCommentId: string },
) => ({
  portal: getPortalItem(read, path.portalId),
  item: getItem(read, path.itemId),
  comment: getFeedbackCommentItem(read, path.feedbackCommentId),
});

/** Returns the comment if it is on the item, or on one merged into it, and belongs to the caller's workspace; otherwise throws a 404. */
export function ownCommentOrThrow(caller: Caller, { comment, ...place }: CommentPlace): FeedbackComment {
  const { id } = ownItemOrThrow(caller, place);
  const found = comment && toFeedbackComment(comment);
  if (!found || ![id, ...mergedOf(place.item!)].includes(found.itemId)) throw notFound('comment');
  return found;
}

/** The items that count a comment: its own, and those that this one was merged into. */
export async function itemsCounting(read: Reader, { itemId }: FeedbackComment): Promise<FeedbackItem[]> {
  const items: FeedbackItem[] = [];
  for (let next: string | null = itemId; next !== null;) {
    const stored = await getItem(read, next);
    const item: FeedbackItem | undefined = stored && toItem(stored);
    if (item) items.push(item);
    next = item?.mergedIntoId ?? null;
  }
  return items;
}

/** Returns the comment in its current state, for replayed requests. */
export async function replayComment(caller: Caller, read: Reader, id: string): Promise<FeedbackComment> {
  const comment = orNotFound(await getFeedbackCommentItem(read, id), 'comment');
  const { portalId, itemId } = toFeedbackComment(comment);
  const [portal, item] = await Promise.all([getPortalItem(read, portalId), getItem(read, itemId)]);
  return ownCommentOrThrow(caller, { portal, item, comment });
}

/**
 * The first comment of the thread that a reply to a comment joins; null without one. Throws a 400 unless the comment is
 * on one of the items, visible, and a note if the reply is one.
 */
export async function threadOf(
  read: Reader,
  parentId: string | undefined,
  { ids, internal }: { ids: readonly string[]; internal: boolean },
): Promise<string | null> {
  if (parentId === undefined) return null;
  const stored = await getFeedbackCommentItem(read, parentId);
  const parent = stored && toFeedbackComment(stored);
  if (!parent || !ids.includes(parent.itemId) || parent.hidden || parent.internal !== internal) {
    throw invalidReference([
      { path: 'parentId', message: 'is not a comment on this item that can be replied to' },
    ]);
  }
  return parent.parentId ?? parent.id;
}
