import { DESCRIPTION_MAX_BYTES } from '../../shared/planning/stories/story.ts';
import type { Remark } from './entry.ts';

/** Makes a description valid: removes control characters and truncates it if it is too long. */
export function fitDescription(text: string | undefined): { text: string | undefined; remark?: Remark } {
  if (text === undefined) return { text };
  const plain = text.replace(/(?![\t\n])\p{Cc}/gu, '').toWellFormed();
  const bytes = Buffer.from(plain);
  if (bytes.length <= DESCRIPTION_MAX_BYTES) return { text: plain };
  return {
    text: cut(bytes),
    remark: {
      code: 'shortened',
      field: 'description',
      value: `${plain.slice(0, 20)}…`,
      reason: `must be at most ${DESCRIPTION_MAX_BYTES} bytes of UTF-8`,
      isRule: true,
    },
  };
}

/** The longest prefix that ends with a complete character. */
function cut(bytes: Buffer): string {
  let end = DESCRIPTION_MAX_BYTES;
  // Bytes 10xxxxxx continue a character.
  while ((bytes[end]! & 0b1100_0000) === 0b1000_0000) end--;
  return bytes.subarray(0, end).toString();
}
