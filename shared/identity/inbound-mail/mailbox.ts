import type { Clock } from '../../kernel/core/clock.ts';
import type { Change, Database } from '../../kernel/core/database.ts';
import type { KeyPurpose, PurposeKeys } from '../../kernel/core/keyring.ts';
import type { RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';
import type { MailBody } from '../mail/render-mail.ts';
import type { MailNotice } from './mail-notice.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** External dependencies of what receives mail. */
export interface MailboxServices {
  database: Database;
  now: Clock;
  setting: (variable: string) => string | undefined;
  keys: (purpose: KeyPurpose) => Promise<PurposeKeys>;
}

/** What a noun declares of the mail that it receives. */
export interface Mailbox {
  /** Returns who has an address, whose domain is the environment's; undefined if the mailbox has no such address. */
  find: (address: string, services: MailboxServices) => Promise<MailRecipient | undefined>;
}

/** Who a mail is for, found by one of its addresses. */
export interface MailRecipient {
  /** Differs from those of all other recipients: each receives a mail once. */
  id: string;
  /** What mails to it are counted towards, each with whose count it is. */
  limits: readonly (readonly [RateLimit, string])[];
  /** Whose slots its mails take while they are read: a workspace, or a person without one. */
  tenant: string;
  /** Names it in the log. */
  logged: Readonly<Record<string, string>>;
  /** The largest mail that it takes, with its files as they are encoded. */
  mailMaxBytes: number;
  /**
   * Processes a mail that was not recorded before. Returns why it is refused for good; throws any other error, so that the
   * mail is delivered again.
   */
  deliver: (delivery: Delivery) => Promise<Refusal | undefined>;
  /** Why a mail with a problem is refused. Its text and files are not read. */
  refuseUnread: (delivery: Delivery, problem: MailProblem) => Promise<Refusal>;
}

/** Why a mail that was sent to a recipient is not read. */
export type MailProblem = 'too large' | 'too many lines' | 'unreadable' | 'took too long';

export interface Delivery {
  notice: MailNotice;
  mail: ParsedMail;
  /** Identifies the mail and its recipient. */
  receivedId: string;
  /** Records that the recipient has it, in the transaction of its effect; a mail that was recorded has no other. */
  received: Change;
}

/** Why a mail has no effect. */
export interface Refusal {
  /** For the log. */
  reason: string;
  /** Omitted where no one is notified, such as a sender who may be forged. */
  answer?: MailAnswer;
}

/** The answer to the sender of a refused mail. */
export interface MailAnswer extends Pick<MailBody, 'title' | 'paragraphs' | 'action'> {
  to: string;
}
