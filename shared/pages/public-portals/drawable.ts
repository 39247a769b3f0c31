import { isDrawable } from '../../kernel/pixels/draw-svg.ts';

/** Emoji, with what joins and varies them: the fonts of pictures have none. */
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d\ufe0f\u20e3]/gu;

/** A text without its emoji, if the fonts of pictures have all of the rest; undefined otherwise. */
export function drawable(text: string): string | undefined {
  const plain = text.replaceAll(EMOJI, '').replaceAll(/\s+/g, ' ').trim();
  return plain !== '' && isDrawable(plain) ? plain : undefined;
}
