import pLimit from 'p-limit';
import { getNewsChoice, mailModeOf } from '../../identity/mail/preference-store.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { MemberNews, NewsContext } from './member-news.ts';
import type { ReachableMember } from './team-members.ts';

/** Members who are notified at once: a function has a minute for all the watchers of many stories. */
const AT_ONCE = 20;

/** Notifies each member on the site and by mail, as they have chosen, once for each reason. */
export async function deliverNews(context: NewsContext, news: MemberNews): Promise<void> {
  const limit = pLimit(AT_ONCE);
  await Promise.all(news.members.map((member) => limit(() => deliver(context, news, member))));
}

/** What a member has chosen not to get is no reason that was used: an edit of a comment can still be a mention of them. */
async function deliver(context: NewsContext, news: MemberNews, member: ReachableMember): Promise<void> {
  const { workspaceId, kind } = news;
  const subscription = { userId: member.userId, portalId: workspaceId };
  const choice = await getNewsChoice(createReader(context.database), subscription);
  await Promise.all([
    !choice.unlisted.includes(kind) && notify(context, news, member),
    mailModeOf(choice, kind) !== 'off' && context.sendsMail !== false && mail(context, news, member),
  ]);
}

async function notify(context: NewsContext, news: MemberNews, member: ReachableMember): Promise<void> {
  // Imported on demand to keep the bundle under 250 KB.
  const { addNotification } = await import('./add-notification.ts');
  await addNotification(context, { workspaceId: news.workspaceId, memberId: member.id }, news);
}

async function mail(context: NewsContext, news: MemberNews, member: ReachableMember): Promise<void> {
  // Imported on demand to keep the bundle under 250 KB.
  const { mailMember } = await import('./mail-member.ts');
  await mailMember(context, news, member);
}
