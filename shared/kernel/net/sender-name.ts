/** An encoded word has at most 75 characters (RFC 2047, section 2): 45 bytes in base64. */
const WORD_MAX_BYTES = 45;

/** The longest name that SES takes with an address. */
const NAME_MAX_CHARACTERS = 60;

/**
 * A sender's address, `Name <address>` or bare, with another name. The address stays, so that SPF, DKIM and DMARC hold. No
 * name can add a header or another address.
 */
export function senderNamed(name: string | undefined, from: string): string {
  if (name === undefined) return from;
  const address = /<([^>]+)>\s*$/.exec(from)?.[1] ?? from;
  const line = name.replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const via = `${[...line].slice(0, NAME_MAX_CHARACTERS).join('')} (via Plotline)`;
  const shown = /^[\x20-\x7e]+$/.test(via) && !via.includes('=?') ? quoted(via) : encodedWords(via);
  return `${shown} <${address}>`;
}

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
