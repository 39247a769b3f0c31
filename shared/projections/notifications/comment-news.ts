import { followedOf, userOfActor } from '../../feedback/items/followers.ts';
import { getFeedbackCommentItem, toFeedbackComment } from '../../feedback/items/comment-store.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import { mailText } from '../../identity/mail/mail-text.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';
import { isNews } from '../../planning/news/news.ts';
import { footerOf, itemPath, publicPortal, publicText } from './follower-mail.ts';
import { publicExcerpt } from './mail-text.ts';
import { sendNews } from './send-news.ts';

/** What a mail about a comment says, and its reason, for which each person gets one mail. */
export function newsOfComment(portal: Portal, item: FeedbackItem, comment: FeedbackComment) {
  const names = { name: publicText(comment.authorName), idea: publicText(item.title) };
  const said = comment.parentId === null ? 'idea.commented' : 'idea.replied';
  const isOfficial = item.officialCommentId === comment.id;
  return {
    reason: ['comment', comment.id] as const,
    title: isOfficial ? mailText('idea.answered', { idea: names.idea }) : mailText(said, names),
    body: {
      paragraphs: isOfficial
        ? [mailText('idea.answeredBy', { name: names.name, portal: publicText(portal.name) })]
        : [],
      written: publicExcerpt(comment.content),
      action: {
        label: mailText('idea.conversation'),
        path: `${itemPath(portal, item.slug)}#comment-${comment.id}`,
      },
      footer: footerOf(portal),
    },
  };
}

/**
 * Mails all who follow an idea when a new comment has become its official answer. Those who had mail of the comment because
 * they wrote there get no second one.
 */
export async function mailOfficialAnswer(
  context: ProjectionContext,
  item: FeedbackItem,
  commentId: string,
): Promise<void> {
  if (item.hidden) return;
  const read = createReader(context.database);
  const [stored, portal] = await Promise.all([
    getFeedbackCommentItem(read, commentId),
    publicPortal(read, item.portalId),
  ]);
  const comment = stored && toFeedbackComment(stored);
  if (!portal || !comment || comment.hidden || comment.internal || !isNews(comment.createdAt, context))
    return;
  const author = { kind: comment.authorKind, id: comment.authorId, via: 'portal' } as const;
  await sendNews(context, portal, {
    ...newsOfComment(portal, item, comment),
    portalId: portal.id,
    followed: [await followedOf(read, item)],
    exceptUserId: await userOfActor(read, portal.workspaceId, author),
  });
}
