import type { queueUserMail } from '../../identity/mail/queue-user-mail.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';

/** The context of notifiers, with the function that queues mail, which is of another room. */
export interface NotifierContext extends ProjectionContext {
  readonly queueUserMail: typeof queueUserMail;
}
