/** The tag by which SES names a mail in its notices. */
export const MAIL_TAG = 'mail';

/** A mail as it is handed to the sender. */
export interface OutgoingMail {
  /** Sent with the mail, so that what the sender reports later can be assigned to it. */
  id: string;
  to: string;
  /** Whose name the sender has, such as that of a portal; that of the environment if left out. */
  fromName?: string;
  subject: string;
  text: string;
  html: string;
  /** Where replies are sent to; left out if no one reads them. */
  replyTo?: string;
  /** Where one POST stops mail of this kind (RFC 8058); absent for mail that its reader has just asked for. */
  unsubscribeUrl?: string;
}

/** The sender will never take this mail. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** The connection broke after the mail was sent: the sender may have taken it. */
export class MailOutcomeUnknown extends Error {
  override name = 'MailOutcomeUnknown';
}
