import { displayName, NOBODYS_NAME } from '../../identity/principals/display-name.ts';
import { name } from '../../kernel/core/schema.ts';

/** Validates a public name; returns an error sentence, or undefined if it is valid. */
export function ownNameProblem(text: string): string | undefined {
  const { error } = name().safeParse(text);
  if (error) return `Your name ${error.issues[0]!.message}.`;
  if (INVISIBLE.test(text)) return 'Use a name without invisible characters.';
  if (mixesAlphabets(text)) return 'Use letters of one alphabet in each word of your name.';
  if (hasTeamMark(text))
    return 'Use a name without “Team” and check marks, which say that the team wrote something.';
  if (displayName(text) === NOBODYS_NAME)
    return 'Choose a name that is not an e-mail address, because everyone can see it.';
  return undefined;
}

/** Joiners, which some scripts need, and what selects the form of an emoji are not among them. */
const INVISIBLE = /(?![\u200c\u200d\ufe0f])\p{Default_Ignorable_Code_Point}/u;

/** Cyrillic and Greek letters that look like those of the word. */
const LOOKALIKES: Record<string, string> = { т: 't', τ: 't', е: 'e', ε: 'e', а: 'a', α: 'a', м: 'm', μ: 'm' };

/** Whether a name passes for the mark that pages show next to names of the team. */
function hasTeamMark(text: string): boolean {
  const plain = [...text.normalize('NFKC').toLowerCase()]
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('');
  return /(?<!\p{L})team(?!\p{L})/u.test(plain) || /[\u2705\u2611\u2713\u2714\u{1f5f8}]/u.test(plain);
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
