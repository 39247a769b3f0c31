import type { Database } from '../../kernel/core/database.ts';
import type { PurposeKeys } from '../../kernel/core/keyring.ts';
import type { OutgoingMail } from '../../kernel/net/outgoing-mail.ts';
import type { MailToWake } from './mail-store.ts';
import type { Published, WrittenText } from './render-mail.ts';

/** External dependencies of the mail queue. */
export interface MailServices {
  database: Database;
  /**
   * Hands a mail to the sender. Throws MailRefused if it will never take it, MailOutcomeUnknown if it may have taken
   * it, and any other error if it has not taken it.
   */
  send: (mail: OutgoingMail) => Promise<void>;
  /** Reads an update of a portal, if it is still published; only the sender of mail needs it. */
  readUpdate?: (updateId: string) => Promise<Published | undefined>;
  /** Renders what someone wrote; only the sender of mail needs it. */
  renderWritten?: (written: WrittenText) => Promise<Published>;
  /** The address for a person's replies about an idea, if the environment receives mail; only the sender needs it. */
  replyAddress?: (reply: { userId: string; itemId: string }) => Promise<string | undefined>;
  /** Wakes a worker for mails, after a delay in seconds of at most 900. Messages may be lost and repeated. */
  wake: (mails: readonly MailToWake[], delaySeconds?: number) => Promise<void>;
  /** The public base URL, without a trailing slash. */
  baseUrl: () => string;
  /** Settings of the environment, such as its custom domains. */
  setting: (name: string) => string | undefined;
  keys: (purpose: 'mailPreferences') => Promise<PurposeKeys>;
  now: () => Date;
  randomBytes: (size: number) => Buffer;
}
