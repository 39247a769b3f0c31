import type { MailBody } from '../../identity/mail/render-mail.ts';
import type { News } from './add-notification.ts';
import type { ReachableMember } from './team-members.ts';
import type { NotifierContext } from './notifier-context.ts';

/** What members are notified of, on the site and by mail. */
export interface MemberNews extends News {
  workspaceId: string;
  /** The team whose members they are. */
  teamId: string;
  members: readonly ReachableMember[];
  mail: Pick<MailBody, 'title' | 'paragraphs'> & {
    /** What someone wrote, in Markdown. */
    written?: string;
    footer?: MailBody['footer'];
    expiresAt?: Date;
  };
}

/** What telling members needs. */
export type NewsContext = Pick<NotifierContext, 'database' | 'now' | 'sendsMail' | 'queueUserMail'>;
