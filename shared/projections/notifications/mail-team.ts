import pLimit from 'p-limit';
import { defaultFeedbackMode, getNewsChoice } from '../../identity/mail/preference-store.ts';
import { mailText, type MailText } from '../../identity/mail/mail-text.ts';
import { getItem, toItem } from '../../feedback/items/item-store.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';
import { brandOf, publicPortal, publicText } from './follower-mail.ts';
import { teamMembers } from './team-members.ts';
import { publicExcerpt } from './mail-text.ts';
import { isNews } from '../../planning/news/news.ts';
import { queueUserMail } from '../../identity/mail/queue-user-mail.ts';
import type { ReachableMember } from '../../planning/news/team-members.ts';

const FOOTER = mailText('team.footer');

/** Choices of members read at once. */
const CHOICES_AT_ONCE = 100;

interface TeamMail {
  reason: readonly string[];
  authorId: string;
  title: MailText;
  text: string | null;
  item: Pick<FeedbackItem, 'id' | 'slug'>;
}

/** Mails an idea that a visitor has posted to the members who chose so. */
export async function mailIdeaToTeam(
  context: ProjectionContext,
  read: Reader,
  item: FeedbackItem,
): Promise<void> {
  if (item.hidden || item.authorKind !== 'visitor' || !isNews(item.createdAt, context)) return;
  const portal = await publicPortal(read, item.portalId);
  if (!portal) return;
  await mailToTeam(context, read, portal, {
    reason: ['team idea', item.id],
    authorId: item.authorId,
    title: mailText('team.idea', { portal: publicText(portal.name), idea: publicText(item.title) }),
    text: item.description,
    item,
  });
}

/** Mails a comment by a visitor to the members who chose so. */
export async function mailCommentToTeam(
  context: ProjectionContext,
  read: Reader,
  comment: FeedbackComment,
): Promise<void> {
  if (comment.hidden || comment.authorKind !== 'visitor' || !isNews(comment.createdAt, context)) return;
  const [stored, portal] = await Promise.all([
    getItem(read, comment.itemId),
    publicPortal(read, comment.portalId),
  ]);
  if (!stored || !portal) return;
  const item = toItem(stored);
  await mailToTeam(context, read, portal, {
    reason: ['team comment', comment.id],
    authorId: comment.authorId,
    title: mailText('team.comment', {
      name: publicText(comment.authorName),
      idea: publicText(item.title),
    }),
    text: comment.content,
    item,
  });
}

async function mailToTeam(
  context: ProjectionContext,
  read: Reader,
  portal: Portal,
  { reason, authorId, title, text, item }: TeamMail,
): Promise<void> {
  const { workspaceId } = portal;
  for (const { userId } of await subscribers(read, workspaceId)) {
    await queueUserMail(context, read, userId, {
      workspaceId,
      subscriptionId: workspaceId,
      kind: 'feedback',
      reason,
      causedBy: authorId,
      replyItemId: item.id,
      brand: brandOf(portal),
      title,
      body: {
        paragraphs: [],
        ...(text ? { written: publicExcerpt(text) } : {}),
        action: {
          label: mailText('team.manage'),
          path: `/portals/${portal.slug}/manage/items/${encodeURIComponent(item.slug)}`,
        },
        footer: FOOTER,
      },
    });
  }
}

/** The members of a workspace who get mail about feedback. */
async function subscribers(read: Reader, workspaceId: string): Promise<ReachableMember[]> {
  const members = await teamMembers(read, workspaceId);
  const limit = pLimit(CHOICES_AT_ONCE);
  const choices = await Promise.all(
    members.map(({ userId }) => limit(() => getNewsChoice(read, { userId, portalId: workspaceId }))),
  );
  return members.filter(
    ({ role }, position) => (choices[position]!.feedback ?? defaultFeedbackMode(role)) !== 'off',
  );
}
