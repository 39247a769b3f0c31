import pLimit from 'p-limit';
import type { MailBody } from '../../identity/mail/render-mail.ts';
import { getNewsChoice, mailModeOf } from '../../identity/mail/preference-store.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { TellingContext } from './telling-context.ts';
import type { Told } from '../notifications/add-notification.ts';
import { storyPath } from '../page-paths.ts';
import type { ReachableMember } from './team-members.ts';

/** What members are told of, by a notification and by mail. */
interface MemberNews extends Told {
  workspaceId: string;
  /** The team whose members they are. */
  teamId: string;
  members: readonly ReachableMember[];
  mail: Pick<MailBody, 'title' | 'paragraphs'> & { footer?: string; expiresAt?: Date };
}

const FOOTER = 'You get this because you were mentioned or assigned, or watch the story.';

/** Members who are told at once: a function has a minute for all the watchers of many stories. */
const AT_ONCE = 20;

type Context = Pick<TellingContext, 'database' | 'now' | 'sendsMail' | 'queueUserMail'>;

/** Tells each member by a notification and a mail, as they have chosen, unless they were told for this reason before. */
export async function tellMembers(context: Context, news: MemberNews): Promise<void> {
  const limit = pLimit(AT_ONCE);
  await Promise.all(news.members.map((member) => limit(() => tell(context, news, member))));
}

/** What a member has chosen not to get is no reason that was used: an edit of a comment can still be a mention of them. */
async function tell(context: Context, news: MemberNews, member: ReachableMember): Promise<void> {
  const { workspaceId, kind } = news;
  const subscription = { userId: member.userId, portalId: workspaceId };
  const choice = await getNewsChoice(createReader(context.database), subscription);
  await Promise.all([
    !choice.unlisted.includes(kind) && notify(context, news, member),
    mailModeOf(choice, kind) !== 'off' && mail(context, news, member),
  ]);
}

async function notify(context: Context, news: MemberNews, member: ReachableMember): Promise<void> {
  // Imported on demand to keep the bundle under 250 KB.
  const { addNotification } = await import('../notifications/add-notification.ts');
  await addNotification(context, { workspaceId: news.workspaceId, memberId: member.id }, news);
}

/** Whether a mail is sent, and when, is decided again when it is due. */
async function mail(context: Context, news: MemberNews, { userId }: ReachableMember): Promise<void> {
  if (context.sendsMail === false) return;
  const { workspaceId, teamId, kind, reason, actor, about } = news;
  const { title, paragraphs, footer = FOOTER, expiresAt } = news.mail;
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
      ...('storyId' in about ? { action: { label: 'See the story', path: storyPath(about.storyId) } } : {}),
      footer,
    },
  });
}
