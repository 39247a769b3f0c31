import type { Language } from '../../kernel/core/languages.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { getUser } from '../members/user-store.ts';
import type { MailKind } from './news-kind.ts';
import { queueMailOnce } from './queue-mail-once.ts';
import type { MailMessages, MailText } from './mail-text.ts';
import type { MailBody, MailBrand } from './render-mail.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';

/** A mail to several people, each of whom gets it once per reason. */
interface Notification {
  workspaceId: string;
  /** The portal or workspace in whose settings a person ends these mails. */
  subscriptionId: string;
  /** What a member is notified of; absent for news of portals. */
  kind?: MailKind;
  /** The team that a member has to be in to be notified; absent for news of portals. */
  teamId?: string;
  reason: readonly string[];
  /** The id of who caused it; absent for news from the team of a portal to its followers. */
  causedBy?: string | undefined;
  /** When it is of no more use to its reader. */
  expiresAt?: Date;
  /** The idea that a reply becomes a comment on. */
  replyItemId?: string;
  /** The title of that idea, where the mail is about several. */
  replyIdea?: string;
  /** The portal that sends it; Plotline if left out. */
  brand?: MailBrand;
  /** The language of who has not signed in yet. */
  language?: Language;
  title: MailText;
  body: Omit<MailBody, 'title'>;
  /** What those of its texts that are in English are translated from. */
  messages?: MailMessages;
}

/** Queues a notification for a person, unless it was queued before; nothing for an account that is deleted. */
export async function queueUserMail(
  { database, now }: Pick<ProjectionContext, 'database' | 'now'>,
  read: Reader,
  userId: string,
  {
    workspaceId,
    subscriptionId,
    kind,
    teamId,
    reason,
    causedBy,
    expiresAt,
    replyItemId,
    replyIdea,
    brand,
    language: fallback,
    title,
    body,
    messages,
  }: Notification,
): Promise<void> {
  const user = await getUser(read, userId);
  if (!user) return;
  const language = user.language ?? fallback;
  const mail = {
    to: user.email,
    subject: title,
    body: { title, ...body },
    subscription: { userId, portalId: subscriptionId },
    reason: [...reason, userId],
    workspaceId,
    ...(language === undefined ? {} : { language }),
    ...(messages === undefined ? {} : { messages }),
    ...(brand === undefined ? {} : { brand }),
    ...(kind === undefined ? {} : { kind }),
    ...(teamId === undefined ? {} : { teamId }),
    ...(causedBy === undefined ? {} : { causedBy }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(replyItemId === undefined ? {} : { replyItemId }),
    ...(replyIdea === undefined ? {} : { replyIdea }),
  };
  await queueMailOnce(database, mail, now);
}
