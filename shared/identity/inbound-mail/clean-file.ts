import { isUtf8 } from 'node:buffer';
import PostalMime, { decodeWords, type Attachment } from 'postal-mime';
import { withoutSecrets } from '../../kernel/core/without-secrets.ts';

/** Why a file is left out that others would read: a link in it was handed to one person. */
export const PERSONAL_LINK = 'it has a link or an address that is for one person';

/** What the files of a mail that others read must not have, in one of this length at most; a longer one is first looked through. */
const SEARCHED_MAX_BYTES = 2_000_000;

/** Mails in mails that are looked into. */
const DEPTH_MAX = 4;

/** What no long file is without that has a secret as the service writes it. */
const MAY_HAVE_SECRET = /mail-preferences|invitations|account-address|Signature|[0-9a-v]{64}@/i;

/** Types of files that programs show as they are, without a text that could be read. */
const UNREAD = /^(?:image\/(?!svg)|video\/|audio\/|font\/)/i;

/** Types whose text is packed: whatever is found in them cannot be taken out. */
const PACKED = /^application\/(?!json|xml|[\w.-]+\+(?:json|xml)|javascript|x-javascript|xhtml)/i;

/**
 * The bytes of a file without links and addresses that were handed to one person; undefined if they cannot be taken out.
 * Mails are looked into, as their parts are encoded.
 */
export async function cleanFile(bytes: Uint8Array, contentType: string): Promise<Uint8Array | undefined> {
  if (UNREAD.test(contentType)) return bytes;
  const cleaned = cleanBytes(bytes);
  if (cleaned !== bytes && PACKED.test(contentType) && !isPlain(bytes)) return undefined;
  const isMail = /^message\//i.test(contentType) || looksLikeMail(cleaned);
  return isMail && (await hasSecretInside(cleaned, DEPTH_MAX)) ? undefined : cleaned;
}

/** Whether bytes are text, whatever their type says. */
const isPlain = (bytes: Uint8Array): boolean => isUtf8(bytes) && !bytes.includes(0);

const HEAD = /^(?:[\w-]+:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*){3}/;

/** Whether bytes begin with fields of a mail, one of which says how its parts are written. */
function looksLikeMail(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1');
  return HEAD.test(start) && /^(?:mime-version|content-type|from|received):/im.test(start);
}

/** The same bytes, or others in which secrets are replaced; what is no UTF-8 is read byte by byte, as secrets are ASCII. */
function cleanBytes(bytes: Uint8Array): Uint8Array {
  const encoding = encodingOf(bytes);
  const text = Buffer.from(bytes).toString(encoding);
  const cleaned = cleanedText(text);
  return cleaned === text ? bytes : Buffer.from(cleaned, encoding);
}

function cleanedText(text: string): string {
  return text.length > SEARCHED_MAX_BYTES && !MAY_HAVE_SECRET.test(text) ? text : withoutSecrets(text);
}

function encodingOf(bytes: Uint8Array): 'utf8' | 'utf16le' | 'latin1' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes.length % 2 === 0) return 'utf16le';
  return isUtf8(bytes) ? 'utf8' : 'latin1';
}

/** Whether a mail has a secret in what its parts say once they are decoded; also if it is nested too deep to know. */
async function hasSecretInside(raw: Uint8Array, depth: number): Promise<boolean> {
  if (depth === 0) return true;
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch(() => undefined);
  if (!mail) return true;
  const { text = '', html = '', subject = '', headers, attachments } = mail;
  const said = [subject, text, html, ...headers.map(({ value }) => decodeWords(value))];
  if (said.some((one) => cleanedText(one) !== one)) return true;
  for (const attachment of attachments) if (await hasSecret(attachment, depth - 1)) return true;
  return false;
}

async function hasSecret({ filename, mimeType, content }: Attachment, depth: number): Promise<boolean> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  if (cleanedText(filename ?? '') !== (filename ?? '')) return true;
  if (UNREAD.test(mimeType)) return false;
  if (cleanBytes(bytes) !== bytes) return true;
  return /^message\//i.test(mimeType) || looksLikeMail(bytes) ? await hasSecretInside(bytes, depth) : false;
}
