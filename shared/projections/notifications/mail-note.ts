import { getItem, toItem } from '../../feedback/items/item-store.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import { getPortalItem, toPortal } from '../../feedback/portal/portal-store.ts';
import { nameOfPrincipal } from '../../identity/principals/name-of-principal.ts';
import { getNewsChoice, mailModeOf } from '../../identity/mail/preference-store.ts';
import { mailText } from '../../identity/mail/mail-text.ts';
import { queueUserMail } from '../../identity/mail/queue-user-mail.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';
import { findMentioned, mayMention } from '../../planning/news/find-mentioned.ts';
import { excerpt, isNews } from '../../planning/news/news.ts';
import { teamMembers } from './team-members.ts';

/** Mails an internal note to the members whom it mentions, unless they chose to get no mail of mentions. */
export async function mailNote(
  context: ProjectionContext,
  read: Reader,
  note: FeedbackComment,
): Promise<void> {
  if (!mayMention(note.content) || !isNews(note.createdAt, context)) return;
  const [stored, found] = await Promise.all([getItem(read, note.itemId), getPortalItem(read, note.portalId)]);
  if (!stored || !found) return;
  const [item, portal] = [toItem(stored), toPortal(found)];
  const { workspaceId } = portal;
  const members = (await teamMembers(read, workspaceId)).filter(({ id }) => id !== note.authorId);
  const mentioned = await findMentioned(note.content, members);
  if (mentioned.size === 0) return;
  const author = (await nameOfPrincipal(read, workspaceId, note.authorId)) ?? mailText('story.someone');
  for (const { userId } of members.filter(({ id }) => mentioned.has(id))) {
    const choice = await getNewsChoice(read, { userId, portalId: workspaceId });
    if (mailModeOf(choice, 'mentioned') === 'off') continue;
    await queueUserMail(context, read, userId, {
      workspaceId,
      subscriptionId: workspaceId,
      kind: 'mentioned',
      reason: ['note mention', note.id],
      causedBy: note.authorId,
      title: mailText('story.mentioned', { name: author, story: item.title }),
      body: {
        paragraphs: [],
        written: { markdown: excerpt(note.content), isForMembers: true },
        action: {
          label: mailText('team.manage'),
          path: `/portals/${portal.slug}/manage/items/${encodeURIComponent(item.slug)}#team`,
        },
        footer: mailText('story.mentionedFooter'),
      },
    });
  }
}
