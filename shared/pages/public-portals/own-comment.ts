import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import { getFeedbackCommentItem, toFeedbackComment } from '../../feedback/items/comment-store.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import { findAuthorIds } from '../../feedback/items/own-posts.ts';
import { findPublicItem } from './find-item.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/** The comment that a path names with its item; throws a 404 unless the public sees it there. */
export async function visibleCommentOrThrow({ read, request }: WebCall) {
  const { commentId } = request.parameters as { commentId: string };
  const [found, stored] = await Promise.all([
    findPublicItem(read, request.parameters, async () => undefined),
    getFeedbackCommentItem(read, commentId),
  ]);
  const comment = stored && toFeedbackComment(stored);
  const isShown =
    comment && found.commentedIds.includes(comment.itemId) && !comment.hidden && !comment.internal;
  if (!isShown) throw publicNotFound();
  return { ...found, comment };
}

/** The comment that a path names; throws the same 404 for one that someone else wrote. */
export async function ownCommentOrThrow(call: WebCall, userId: string) {
  const found = await visibleCommentOrThrow(call);
  const ids = await findAuthorIds(call.read, { userId, workspaceId: found.portal.workspaceId });
  if (!ids.has(found.comment.authorId)) throw publicNotFound();
  return found as typeof found & { comment: FeedbackComment };
}
