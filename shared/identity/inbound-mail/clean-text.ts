import { withoutSecrets } from '../../kernel/core/without-secrets.ts';
import { hasVisibleCharacter } from '../../kernel/core/visible.ts';

/** What titles must not contain: controls, line breaks, and marks that turn the direction of text. */
const NOT_IN_LINES = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

const NOT_IN_TEXT = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+/g;

/** More than a line of a mail has, in UTF-16 units. */
const LINE_MAX_LENGTH = 20_000;

/** Tags of Unicode, which people do not see and models read as letters. */
const TAGS = /[\u{e0000}-\u{e007f}]+/gu;

/**
 * Text as one line of at most `max` characters, with all that titles must not contain left out, and links for one person;
 * empty if none is visible.
 */
export function cleanLine(text: string, max: number): string {
  const line = withoutSecrets(text.toWellFormed().slice(0, LINE_MAX_LENGTH))
    .replace(TAGS, '')
    .replace(NOT_IN_LINES, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const cut = [...line].slice(0, max).join('').trim();
  return hasVisibleCharacter(cut) ? cut : '';
}

/** Text as descriptions have it; the mail that it quotes may have links for one person. */
export const cleanText = (text: string): string =>
  withoutSecrets(text.toWellFormed())
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(NOT_IN_TEXT, '')
    .replace(TAGS, '')
    .trim();

const CUT = '\n\n(The rest of the mail is left out.)';

/** Text of at most `max` characters (Unicode code points), which says if it was cut. */
export function cutToCharacters(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  return (
    characters
      .slice(0, max - CUT.length)
      .join('')
      .trimEnd() + CUT
  );
}
