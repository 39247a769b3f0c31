import { name } from '../../kernel/core/schema.ts';
import { displayName, NOBODYS_NAME } from './display-name.ts';

/** What can be wrong with a public name. Pages have a sentence for each, under this key. */
type NameFault = `name.${'missing' | 'tooLong' | 'invisible' | 'alphabets' | 'team' | 'address'}`;

/** What is wrong with a public name, as the key of the sentence that says so. */
export function ownNameFault(text: string): NameFault | undefined {
  if (text === '') return 'name.missing';
  const { error } = name().safeParse(text);
  const [issue] = error?.issues ?? [];
  const isTooLong = issue?.code === 'custom' && issue.params?.['code'] === 'too_large';
  if (issue) return isTooLong ? 'name.tooLong' : 'name.invisible';
  if (INVISIBLE.test(text)) return 'name.invisible';
  if (mixesAlphabets(text)) return 'name.alphabets';
  if (hasTeamMark(text)) return 'name.team';
  if (displayName(text) === NOBODYS_NAME) return 'name.address';
  return undefined;
}

/** Joiners are needed after vowel signs, in Arabic and in emoji, and what selects the form of an emoji after one. */
const INVISIBLE =
  /(?!(?<=[\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=\S))(?!(?<=\p{Emoji})\ufe0f)\p{Default_Ignorable_Code_Point}/u;

/** Letters of other alphabets that look like those of the word, in lower case. */
const LOOKALIKES = new Map(
  Object.entries({ t: 'тτᴛꓔꭲ', e: 'еεᴇꓰꭼ', a: 'аαᴀꓮꭺ', m: 'мμᴍꓟꮇ' }).flatMap(([plain, others]) =>
    [...others].map((other) => [other, plain] as const),
  ),
);

/** Where the alphabets of white letters in circles and squares, and of flags, begin. */
const SIGN_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

function plainLetter(letter: string): string {
  const code = letter.codePointAt(0)!;
  const first = SIGN_ALPHABETS.find((start) => code >= start && code < start + 26);
  return first === undefined
    ? (LOOKALIKES.get(letter) ?? letter)
    : String.fromCodePoint('a'.codePointAt(0)! + code - first);
}

/** The mark of each language in which pages are shown, without accents. */
const TEAM_MARK = /(?<!\p{L})(?:team|equipe|equipo|الفريق)(?!\p{L})|チーム/u;
const CHECK_MARK = /[\u2705\u2611\u2713\u2714\u{1f5f8}]/u;

/** Whether a name passes for the mark that pages show next to names of the team. */
function hasTeamMark(text: string): boolean {
  const letters = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\u064b-\u0652]/g, '')
    .toLowerCase();
  const plain = [...letters].map(plainLetter).join('');
  return TEAM_MARK.test(plain) || CHECK_MARK.test(plain);
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
