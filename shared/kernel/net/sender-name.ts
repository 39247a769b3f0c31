import { redactEmailAddresses } from '../core/email-addresses.ts';

/** An encoded word has at most 75 characters (RFC 2047, section 2): 45 bytes in base64. */
const WORD_MAX_BYTES = 45;

/** Longer names are cut. */
const NAME_MAX_CHARACTERS = 60;

/** SES refuses a mail whose sender is longer, counted as it is sent: with its encoded words and the address. */
const SENDER_MAX_BYTES = 320;

/**
 * A sender's address, `Name <address>` or bare, with another name. The address stays, so that SPF, DKIM and DMARC hold. No
 * name can add a header, or show another address.
 */
export function senderNamed(name: string | undefined, from: string): string {
  if (name === undefined) return from;
  const address = /<([^>]+)>\s*$/.exec(from)?.[1] ?? from;
  const line = redactEmailAddresses(name.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim());
  const characters = [...line].slice(0, NAME_MAX_CHARACTERS);
  for (; characters.length > 0; characters.pop()) {
    const sender = `${displayName(`${characters.join('').trim()} (via Plotline)`)} <${address}>`;
    if (sender.length <= SENDER_MAX_BYTES) return sender;
  }
  return from;
}

const displayName = (text: string): string =>
  /^[\x20-\x7e]+$/.test(text) && !text.includes('=?') ? quoted(text) : encodedWords(text);

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

function encodedWords(text: string): string {
  const words: string[] = [];
  for (const character of text) {
    const last = words.at(-1);
    if (last !== undefined && Buffer.byteLength(last + character) <= WORD_MAX_BYTES)
      words[words.length - 1] = last + character;
    else words.push(character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
