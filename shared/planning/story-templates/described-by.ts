import type { FieldProblem } from '../../kernel/core/errors.ts';
import { charactersIn } from '../../kernel/core/schema.ts';
import { DESCRIPTION_MAX_CHARACTERS } from '../story/story.ts';

/** A description with the items of a checklist after it; empty if there is neither. */
export function withChecklist(description: string | null, checklist: readonly string[]): string {
  const items = checklist.map((entry) => `- [ ] ${entry}`).join('\n');
  return [description ?? '', items].filter((part) => part !== '').join('\n\n');
}

export const isTooLong = (whole: string): boolean => charactersIn(whole) > DESCRIPTION_MAX_CHARACTERS;

/** What is wrong with a description that is too long with its checklist. */
export const TOO_LONG = {
  code: 'too_large',
  message: `must be at most ${DESCRIPTION_MAX_CHARACTERS} characters with the checklist of the template`,
} as const satisfies Omit<FieldProblem, 'path'>;
