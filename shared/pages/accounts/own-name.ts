import { displayName, NOBODYS_NAME } from '../../identity/principals/display-name.ts';
import { name } from '../../kernel/core/schema.ts';

/** Validates a public name; returns an error sentence, or undefined if it is valid. */
export function ownNameProblem(text: string): string | undefined {
  const { error } = name().safeParse(text);
  if (error) return `Your name ${error.issues[0]!.message}.`;
  if (mixesAlphabets(text)) return 'Use letters of one alphabet in each word of your name.';
  if (displayName(text) === NOBODYS_NAME)
    return 'Choose a name that is not an e-mail address, because everyone can see it.';
  return undefined;
}

const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];

/**
 * Whether a word has letters of alphabets that look alike, as a name does that passes for another one (Unicode UTS 39,
 * section 5.2). Scripts that are written together, such as those of Japanese, are not among them.
 */
function mixesAlphabets(text: string): boolean {
  const words = text.normalize('NFKC').split(/[^\p{L}\p{M}]+/u);
  return words.some((word) => ALPHABETS.filter((letters) => letters.test(word)).length > 1);
}
