import { mailText } from '../../identity/mail/mail-text.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { News } from './add-notification.ts';
import { commentPath, storyPath } from '../paths/page-paths.ts';
import type { ReachableMember } from './team-members.ts';
import type { MemberNews, NewsContext } from './member-news.ts';

/** Why a member gets the mail. */
const footers = {
  assigned: mailText('story.assignedFooter'),
  mentioned: mailText('story.mentionedFooter'),
};
const WATCHED_FOOTER = mailText('story.watchedFooter');

/** Queues a mail for a member. Whether it is sent, and when, is decided again when it is due. */
export async function mailMember(
  context: NewsContext,
  news: MemberNews,
  { userId }: ReachableMember,
): Promise<void> {
  const { workspaceId, teamId, kind, reason, actor, about, source } = news;
  const { title, paragraphs, written, expiresAt } = news.mail;
  const { footer = kind in footers ? footers[kind as keyof typeof footers] : WATCHED_FOOTER } = news.mail;
  await context.queueUserMail(context, createReader(context.database), userId, {
    workspaceId,
    subscriptionId: workspaceId,
    kind,
    teamId,
    reason,
    causedBy: actor.id ?? undefined,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    title,
    body: {
      paragraphs,
      ...(written === undefined ? {} : { written: { markdown: written, isForMembers: true } }),
      ...('storyId' in about
        ? { action: { label: mailText('story.see'), path: pathOf(about, source) } }
        : {}),
      footer,
    },
  });
}

/** The page of a story, at the comment that a member is notified of. */
const pathOf = ({ storyId }: { storyId: string }, source: News['source']): string =>
  source?.type === 'comment' ? commentPath(storyId, source.id) : storyPath(storyId);
