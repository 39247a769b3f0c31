import { charactersIn } from '../../shared/kernel/core/schema.ts';
import { DESCRIPTION_MAX_CHARACTERS } from '../../shared/planning/story/story.ts';
import type { Remark } from './entry.ts';

/** Makes a description valid: removes control characters and truncates it if it is too long. */
export function fitDescription(text: string | undefined): { text: string | undefined; remark?: Remark } {
  if (text === undefined) return { text };
  const plain = text.replace(/(?![\t\n])\p{Cc}/gu, '').toWellFormed();
  if (charactersIn(plain) <= DESCRIPTION_MAX_CHARACTERS) return { text: plain };
  return {
    text: [...plain].slice(0, DESCRIPTION_MAX_CHARACTERS).join(''),
    remark: {
      code: 'shortened',
      field: 'description',
      value: `${plain.slice(0, 20)}…`,
      reason: `must be at most ${DESCRIPTION_MAX_CHARACTERS} characters`,
      isRule: true,
    },
  };
}
