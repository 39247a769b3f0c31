import { truncate } from '../../kernel/core/truncate.ts';

/** Joins two characters invisibly, so that a chat no longer reads them as markup. */
const JOINER = '\u2060';

/**
 * The beginnings of mentions and bare addresses: `@here`, `https://`, `www.`. They are broken, since the clients of a chat
 * look for them in text that is not markup, too.
 */
const MENTIONS_AND_ADDRESSES = /@(?=[\p{L}\p{N}_])|:(?=\/\/)|\bwww(?=\.)/giu;

const NOT_SHOWN = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g;

/** Text with a joiner behind each match of a pattern, which breaks what begins there. */
export const broken = (text: string, pattern: RegExp): string =>
  text.replaceAll(pattern, (begun) => begun + JOINER);

/** Text on one line that mentions no one and links nowhere, in at most so many characters. */
export function plainLine(text: string, most: number): string {
  const line = text.toWellFormed().replaceAll(NOT_SHOWN, ' ').replaceAll(/\s+/g, ' ').trim();
  return truncate(broken(truncate(line, most), MENTIONS_AND_ADDRESSES), most);
}

/** As many of some lines as fit, with one in place of the others that says how many they are. */
export function fittingLines(
  lines: readonly string[],
  fits: (lines: readonly string[]) => boolean,
): string[] {
  for (let kept = lines.length; kept > 0; kept--) {
    const left = lines.length - kept;
    const shown = left === 0 ? [...lines] : [...lines.slice(0, kept), `… and ${left} more`];
    if (fits(shown)) return shown;
  }
  return [];
}
