/** Characters that take a whole square, such as those of Chinese, and emoji. */
const WIDE = /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u;

/** Characters that only set a direction. */
const UNSEEN = /^[\u2066-\u2069]$/;

/** The widths of characters as parts of the size of a text: more than those of the fonts that systems have. */
const WIDE_PART = 1;
const PART = 0.6;

const segmenter = new Intl.Segmenter();

const partOf = (segment: string): number =>
  UNSEEN.test(segment) ? 0 : WIDE.test(segment) ? WIDE_PART : PART;

/** The most pixels that a text takes, whatever font shows it. */
export const textWidth = (text: string, size = 12): number =>
  size * [...segmenter.segment(text)].reduce((sum, { segment }) => sum + partOf(segment), 0);

/** A text that is cut where it would be wider than some pixels. */
export function fitText(text: string, most: number, size = 12): string {
  if (textWidth(text, size) <= most) return text;
  let fitting = '';
  for (const { segment } of segmenter.segment(text)) {
    if (textWidth(`${fitting}${segment}…`, size) > most) break;
    fitting += segment;
  }
  return `${fitting.trimEnd()}…`;
}
