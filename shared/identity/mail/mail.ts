import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { Language } from '../../kernel/core/languages.ts';
import type { MailMessages } from './mail-text.ts';
import type { MailKind } from './news-kind.ts';
import type { MailBody, MailBrand } from './render-mail.ts';

/**
 * The subject of a mail whose notifications its reader can choose: the ideas of a portal that they follow, or their
 * matters in a workspace.
 */
export interface MailSubscription {
  userId: string;
  /** The id of the portal, or of the workspace whose member they are. */
  portalId: string;
}

/** A membership that waits for its person, who is asked by mail to accept it. */
interface MailedInvitation {
  workspaceId: string;
  memberId: string;
  /** The invited person, who can end mail of the workspace. */
  userId: string;
  /** When it began: a later one of the same member has a mail of its own. */
  since: string;
}

/**
 * The content of a mail, which is rendered when it is sent. Addresses of pages are paths of this service. It is stored
 * with its texts in English, from which they are translated then.
 */
export interface MailContent<Text = string> {
  to: string;
  subject: Text;
  /** The language to translate its texts to; English if left out. */
  language?: Language;
  body: MailBody<Text>;
  /** What its texts are translated from. */
  messages?: MailMessages;
  /** Absent for invitations, and for codes and notices of security, which are sent first; none can be turned off. */
  subscription?: MailSubscription;
  /** The membership that it asks its reader to accept. */
  invitation?: MailedInvitation;
  /** What a member is notified of; absent for digests and news of portals. */
  kind?: MailKind;
  /** The team that a member has to be in to be notified; absent for digests and news of portals. */
  teamId?: string;
  /** The portal that sends it, by its name and in its colors; Plotline if left out. */
  brand?: MailBrand;
  /** The id of the idea that a reply to it becomes a comment on; left out where a reply would reach no one. */
  replyItemId?: string;
  /** The title of that idea, where the mail is about several. */
  replyIdea?: string;
  /** The id of the person who caused the news, whose limits apply. */
  causedBy?: string;
  /** Whether it collects what was held back for its reader until then. */
  digest?: boolean;
}

/** Whether a mail is sent before those that people cause: it is a code or a notice of security. */
export const isUrgent = ({
  subscription,
  invitation,
}: Pick<MailContent, 'subscription' | 'invitation'>): boolean => !subscription && !invitation;

/** A mail to be queued. */
export interface NewMail<Text = string> extends MailContent<Text> {
  /**
   * The reason for the mail, such as `['code', challengeId]`: each reason causes one mail, however often it is queued.
   */
  reason: readonly string[];
  /** The workspace on whose behalf it is sent, and whose limit it counts towards. */
  workspaceId?: string;
  /** When it is to be sent; at once if left out. */
  sendAt?: Date;
  /** When it is of no more use to its reader. */
  expiresAt?: Date;
}

/** The id of the mail for a reason. */
export const mailIdOf = (reason: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(reason)).digest('base64url');

/** The longest address that SMTP can carry (RFC 5321, section 4.5.3.1.3, without the brackets). */
const ADDRESS_MAX_CHARACTERS = 254;

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;

/**
 * Returns an email address as it can be written to: trimmed, its domain in ASCII. Undefined for any other text. Before
 * the `@`, only ASCII is an address: SES sends to no other, and letters that look alike cannot pass for each other.
 */
export function parseAddress(input: string): string | undefined {
  const text = input.trim();
  const at = text.lastIndexOf('@');
  const [local, given] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || local.length > 64 || !LOCAL_PART.test(local)) return undefined;
  // It would also accept what is no name, such as `a/b` or `a:1`, and cut it.
  const domain = /^[\p{L}\p{M}\p{N}.-]+$/u.test(given) ? domainToASCII(given) : '';
  const address = `${local}@${domain}`;
  return DOMAIN.test(domain) && address.length <= ADDRESS_MAX_CHARACTERS ? address : undefined;
}

/** Whether two addresses belong to one account: the case of letters does not count. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

const SUBJECT_MAX_CHARACTERS = 150;

/**
 * A subject on one line: no text of others can add a header, hide what follows it, turn its direction, or be decoded to
 * something else (encoded words, RFC 2047).
 */
export function subjectLine(text: string): string {
  const line = text
    .replaceAll(/\p{Bidi_Control}+/gu, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();
  const characters = [...line];
  return characters.length > SUBJECT_MAX_CHARACTERS
    ? `${characters.slice(0, SUBJECT_MAX_CHARACTERS - 1).join('')}…`
    : line;
}
