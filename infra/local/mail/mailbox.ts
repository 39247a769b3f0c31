/** A mail that the local SES has accepted. */
export type LocalMail = {
  /** Starts at 1. */
  number: number;
  at: Date;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** Where replies are sent to; undefined if no one reads them. */
  replyTo: string | undefined;
};

const MAILS_MAX = 1_000;

/**
 * The behavior of the local SES: it accepts mails, rejects them temporarily, or accepts them and breaks the connection.
 */
type SenderAnswer = 'taken' | 'unavailable' | 'connection broken';

/** The mails that would have been sent: the latest ones, in memory only. */
export class Mailbox {
  #mails: LocalMail[] = [];
  #count = 0;
  /** For tests of what happens when the sender fails. */
  answer: SenderAnswer = 'taken';
  /** Whether SES reports that it has taken a mail. */
  sendsNotices = true;

  /** Newest first. */
  get mails(): readonly LocalMail[] {
    return this.#mails;
  }

  get count(): number {
    return this.#count;
  }

  add(mail: Omit<LocalMail, 'number' | 'at'>): LocalMail {
    const added = { number: ++this.#count, at: new Date(), ...mail };
    this.#mails = [added, ...this.#mails].slice(0, MAILS_MAX);
    return added;
  }

  clear(): void {
    this.#mails = [];
  }
}
