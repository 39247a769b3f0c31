import { imageTypes } from './attachment.ts';

/** How many of a file's first bytes are looked at. */
export const LOOKED_AT_BYTES = 4_096;

export const UNKNOWN_TYPE = 'application/octet-stream';

/** What files of a type begin with, in Latin-1, at an offset; zip archives also contain documents of many types. */
const signatures: readonly (readonly [type: string, start: string, offset?: number])[] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'WEBP', 8],
  ['application/pdf', '%PDF-'],
  ['application/zip', 'PK\x03\x04'],
  ['application/gzip', '\x1f\x8b'],
  ['video/mp4', 'ftyp', 4],
  ['video/webm', '\x1a\x45\xdf\xa3'],
  ['audio/mpeg', 'ID3'],
];

/** Types of text that are what was announced, since no browser runs them. */
const plainTexts = ['text/plain', 'text/csv', 'text/markdown', 'application/json'];

const ARCHIVED = /^application\/(vnd\.(openxmlformats|oasis)[\w.+-]*|epub\+zip)$/;

/**
 * The type of a file, from its first bytes: what they are known for, or text. What was announced only decides between types
 * that begin alike, so that no page or script passes for an image, nor anything for a page.
 */
export function typeOfFile(start: Uint8Array, announced: string): string {
  const bytes = Buffer.from(start);
  const known = signatures.find(([, text, offset = 0]) =>
    bytes.subarray(offset).toString('latin1').startsWith(text),
  )?.[0];
  const said = announced.toLowerCase();
  if (known === 'application/zip' && ARCHIVED.test(said)) return said;
  if (known !== undefined) return known;
  if (!isText(bytes)) return UNKNOWN_TYPE;
  return plainTexts.includes(said) ? said : 'text/plain';
}

/** Whether bytes are UTF-8 without control characters; the last character may be cut off. */
function isText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    return false;
  }
}

/** Whether browsers may show a file of this type in place of saving it. */
export const isImage = (type: string): boolean => imageTypes.some((one) => one === type);
