import { displayName, NOBODYS_NAME } from '../../identity/principals/display-name.ts';
import { name } from '../../kernel/core/schema.ts';
import { names } from '../messages/en/names.ts';

/** The sentences about what is wrong with a name. */
type NameFault = Exclude<keyof typeof names, `name.${'label' | 'hint' | 'postedAs' | 'change'}`>;

/** What is wrong with a public name, in English; undefined if it is valid. */
export function ownNameProblem(text: string): string | undefined {
  const fault = ownNameFault(text);
  return fault && names[fault];
}

/** What is wrong with a public name, as the key of the sentence that says so. */
export function ownNameFault(text: string): NameFault | undefined {
  if (text === '') return 'name.missing';
  const { error } = name().safeParse(text);
  if (error) return error.issues[0]!.code === 'too_big' ? 'name.tooLong' : 'name.invisible';
  if (INVISIBLE.test(text)) return 'name.invisible';
  if (mixesAlphabets(text)) return 'name.alphabets';
  if (hasTeamMark(text)) return 'name.team';
  if (displayName(text) === NOBODYS_NAME) return 'name.address';
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
