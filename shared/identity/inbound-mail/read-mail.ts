import { hasTooManyLines } from './line-limit.ts';
import type { MailNotice } from './mail-notice.ts';
import type { MailProblem, MailRecipient } from './mailbox.ts';
import { headOf } from './mail-head.ts';
import { parseInThread, PARSE_MAX_MS } from './parse-in-thread.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** The most of a mail that cannot be read which is read all the same, to know whom to answer. */
const HEAD_MAX_BYTES = 64 * 1_024;

export interface StoredMails {
  /** The first bytes of a stored mail, and its size; undefined if it is gone. */
  readStart: (
    bucket: string,
    key: string,
    bytes: number,
  ) => Promise<{ start: Uint8Array; size: number } | undefined>;
  read: (bucket: string, key: string) => Promise<Uint8Array | undefined>;
  /** How long a mail may be parsed, in milliseconds. */
  parseMaxMs: number;
}

export interface ReadMail {
  /** Only what its head says, if a recipient cannot be given all of it. */
  mail: ParsedMail;
  /** Why a recipient cannot be given the mail. */
  problemOf: (recipient: MailRecipient) => MailProblem | undefined;
}

/** Reads and parses a stored mail for recipients, or its head if none of them can be given more; undefined if not even that. */
export async function readMail(
  mails: StoredMails,
  { bucket, key }: MailNotice,
  recipients: readonly MailRecipient[],
): Promise<ReadMail | undefined> {
  const stored = await mails.readStart(bucket, key, HEAD_MAX_BYTES);
  if (!stored) throw new Error('The mail is not in the bucket.');
  const fits = ({ mailMaxBytes }: MailRecipient) => stored.size <= mailMaxBytes;
  const whole = recipients.some(fits) ? await parseWhole(mails, { bucket, key }) : 'too large';
  const mail = typeof whole === 'string' ? await parseHead(stored.start) : whole;
  const problem = typeof whole === 'string' ? whole : undefined;
  return mail && { mail, problemOf: (recipient) => (fits(recipient) ? problem : 'too large') };
}

async function parseWhole(
  { read, parseMaxMs }: StoredMails,
  { bucket, key }: Pick<MailNotice, 'bucket' | 'key'>,
): Promise<ParsedMail | MailProblem> {
  const raw = await read(bucket, key);
  if (!raw) throw new Error('The mail is not in the bucket.');
  return hasTooManyLines(raw) ? 'too many lines' : await parseInThread(raw, parseMaxMs);
}

/** Parses the head of a mail: who it is from, not what it says. Undefined if its first bytes do not have it whole. */
async function parseHead(start: Uint8Array): Promise<ParsedMail | undefined> {
  const head = headOf(start);
  const parsed = head && (await parseInThread(head, PARSE_MAX_MS));
  return typeof parsed === 'string' ? undefined : parsed;
}
