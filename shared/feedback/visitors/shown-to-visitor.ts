import { notFound } from '../../kernel/core/errors.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { toFeedbackComment } from '../items/comment-store.ts';
import type { FeedbackComment } from '../items/feedback-comment.ts';
import type { FeedbackItem } from '../items/item.ts';
import { getItem, mergedOf, toItem } from '../items/item-store.ts';
import { findAuthorIds, findTeamMemberId, type PortalPerson } from '../items/own-posts.ts';
import { ownPortalOrThrow } from '../portal/portal-access.ts';
import type { Portal } from '../portal/portal.ts';
import { getPortalItem } from '../portal/portal-store.ts';

/** The person who asks, on the portals of the workspace. */
export const personOf = ({ principalId, workspaceId }: Caller): PortalPerson => ({
  userId: principalId,
  workspaceId,
});

interface Asking {
  caller: Caller;
  read: Reader;
}

type Stored = Item | undefined;

/** Reads what the path of an idea names. */
export const loadShownItem = (read: Reader, path: { portalId: string; itemId: string }) => ({
  portal: getPortalItem(read, path.portalId),
  item: getItem(read, path.itemId),
});

/** A portal that the public sees; throws a 404 for a private one, except to its own team, which tries it out. */
export async function shownPortalOrThrow({ caller, read }: Asking, stored: Stored): Promise<Portal> {
  const portal = ownPortalOrThrow(caller, stored);
  if (portal.visibility === 'public' || (await findTeamMemberId(read, personOf(caller)))) return portal;
  throw notFound('portal');
}

/** An idea that visitors see, with its portal. */
interface ShownItem {
  portal: Portal;
  item: FeedbackItem;
  /** The ids of the items whose comments it shows: its own, and those merged into it. */
  commentedIds: readonly string[];
}

/** An idea of such a portal; throws a 404 for one that is hidden or merged into another. */
export async function shownItemOrThrow(
  asking: Asking,
  stored: { portal: Stored; item: Stored },
): Promise<ShownItem> {
  const portal = await shownPortalOrThrow(asking, stored.portal);
  const item = stored.item && toItem(stored.item);
  if (item?.portalId !== portal.id || item.hidden || item.mergedIntoId !== null) throw notFound('item');
  return { portal, item, commentedIds: [item.id, ...mergedOf(stored.item!)] };
}

/** The same of an idea that the caller wrote; throws the same 404 for one of someone else. */
export async function writtenItemOrThrow(
  asking: Asking,
  stored: { portal: Stored; item: Stored },
): Promise<ShownItem & { authorIds: ReadonlySet<string> }> {
  const [found, authorIds] = await Promise.all([
    shownItemOrThrow(asking, stored),
    findAuthorIds(asking.read, personOf(asking.caller)),
  ]);
  if (!authorIds.has(found.item.authorId)) throw notFound('item');
  return { ...found, authorIds };
}

/** A comment on such an idea that visitors see. */
export async function shownCommentOrThrow(
  asking: Asking,
  stored: { portal: Stored; item: Stored; comment: Stored },
): Promise<ShownItem & { comment: FeedbackComment }> {
  const found = await shownItemOrThrow(asking, stored);
  const comment = stored.comment && toFeedbackComment(stored.comment);
  if (!comment || !found.commentedIds.includes(comment.itemId) || comment.hidden || comment.internal) {
    throw notFound('comment');
  }
  return { ...found, comment };
}

/** The same of a comment that the caller wrote. */
export async function writtenCommentOrThrow(
  asking: Asking,
  stored: { portal: Stored; item: Stored; comment: Stored },
): Promise<ShownItem & { comment: FeedbackComment }> {
  const [found, authorIds] = await Promise.all([
    shownCommentOrThrow(asking, stored),
    findAuthorIds(asking.read, personOf(asking.caller)),
  ]);
  if (!authorIds.has(found.comment.authorId)) throw notFound('comment');
  return found;
}
