import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { cleanFile, PERSONAL_LINK } from './clean-file.ts';
import { cleanLine, cleanText } from './clean-text.ts';

/** A mail as those that receive it need it. */
export interface ParsedMail {
  /** From the sender; undefined if it has none. */
  messageId: string | undefined;
  from: { name: string | null; address: string } | undefined;
  /** Whether every program reads the same sender in it, also the one that has asked the sender's domain. */
  hasPlainSender: boolean;
  subject: string;
  /** Markdown. */
  text: string;
  files: readonly MailFile[];
  /** Whether a program has sent it, to which no one should answer. */
  isAutomatic: boolean;
}

export interface MailFile {
  name: string;
  contentType: string;
  bytes: Uint8Array;
  /** Why no one else may be given it. */
  problem?: string;
}

const NAME_MAX_CHARACTERS = 200;
const SUBJECT_MAX_CHARACTERS = 500;

/** More HTML than anyone writes. */
const HTML_MAX_CHARACTERS = 500_000;

const NO_SUBJECT = 'Mail without a subject';

/** More text than anyone writes, in UTF-16 units; the rest is left out before anything is done with it. */
const TEXT_MAX_LENGTH = 500_000;

/** Parses a mail (RFC 5322); undefined if it is nested, or has more of a head, beyond what mail programs send. */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail | undefined> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch(() => undefined);
  if (!mail) return undefined;
  return {
    messageId: mail.messageId,
    from: senderOf(mail),
    hasPlainSender: hasPlainSender(mail),
    subject: cleanLine(mail.subject ?? '', SUBJECT_MAX_CHARACTERS) || NO_SUBJECT,
    text: cleanText((await textOf(mail)).slice(0, TEXT_MAX_LENGTH)),
    files: await Promise.all(mail.attachments.map(toFile)),
    isAutomatic: isAutomatic(mail),
  };
}

function senderOf({ from }: Email): ParsedMail['from'] {
  if (!from?.address) return undefined;
  const address = cleanLine(from.address, NAME_MAX_CHARACTERS);
  return { name: cleanLine(from.name, NAME_MAX_CHARACTERS) || null, address };
}

/** Whether a mail has one sender with one address, which no comment, group, quotation or second field can be taken for. */
function hasPlainSender({ from, headers }: Email): boolean {
  const [field, ...others] = headers.filter(({ key }) => key === 'from');
  const [, inBrackets, bare] = PLAIN_SENDER.exec(field?.value.trim() ?? '') ?? [];
  return others.length === 0 && from?.address !== undefined && (inBrackets ?? bare) === from.address;
}

const ADDRESS = String.raw`[^\s@<>()[\]",:;\\]+@[^\s@<>()[\]",:;\\]+`;

/** An address, or one in brackets after a name. */
const PLAIN_SENDER = new RegExp(
  String.raw`^(?:(?:"(?:[^"\\]|\\.)*"\s*|[^"@<>()[\],:;\\]*)<(${ADDRESS})>|(${ADDRESS}))$`,
);

/** The plain text, which most programs send; else the HTML as Markdown. */
async function textOf({ text = '', html = '' }: Email): Promise<string> {
  if (text.trim() !== '' || html === '') return text;
  if (html.length > HTML_MAX_CHARACTERS) return UNREADABLE;
  // Its document model is large.
  const { htmlToMarkdown } = await import('../../kernel/html/html-to-markdown.ts');
  return htmlToMarkdown(html) ?? UNREADABLE;
}

const UNREADABLE = 'The HTML of the mail could not be converted to text.';

async function toFile({ filename, mimeType, content }: Attachment, index: number): Promise<MailFile> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const cleaned = await cleanFile(bytes, mimeType);
  return {
    name: cleanLine(filename ?? '', NAME_MAX_CHARACTERS) || `attachment ${index + 1}`,
    contentType: mimeType,
    bytes: cleaned ?? new Uint8Array(),
    ...(cleaned ? {} : { problem: PERSONAL_LINK }),
  };
}

/** Automatic replies (RFC 3834), reports of failures (RFC 3462), and mail to many at once. */
function isAutomatic({ headers }: Email): boolean {
  return headers.some(({ key, value }) => {
    const said = value.trim().toLowerCase();
    if (key === 'auto-submitted') return !/^no\b/.test(said);
    if (key === 'content-type') return said.startsWith('multipart/report');
    if (['x-autoreply', 'x-autorespond'].includes(key)) return said !== 'no';
    return key === 'precedence' && ['bulk', 'junk', 'auto_reply'].includes(said);
  });
}
