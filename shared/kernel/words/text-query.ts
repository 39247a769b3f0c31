import { isUnspaced, partsOf, signsOf, wordsOf, type Word } from './words.ts';

/** Words that must follow each other: one word, the parts of an identifier, or a quoted phrase. */
export interface QueryGroup {
  words: readonly Word[];
  /** The parts of a compound word such as `storyPage`; empty for others. */
  parts: readonly Word[];
  quoted: boolean;
  /** Whether the last word may be the beginning of one: it is what someone is still typing. */
  open: boolean;
}

/** What someone searches for. */
export interface TextQuery {
  /** As it was written. */
  text: string;
  groups: readonly QueryGroup[];
  excluded: readonly QueryGroup[];
}

/** More groups are ignored, as search engines do; each costs a search. */
const GROUPS_MAX = 24;
/** So are more words of all groups: each costs a look at all places where it occurs. */
const WORDS_MAX = 32;

const CHUNK = /(?<minus>-?)(?:"(?<phrase>(?:\\"|[^"])*)(?:"|$)|(?<word>[^\s"]+))/g;

/** An emoji or a sign that no one writes between words without meaning it, as they do dashes and slashes. */
const UNUSUAL = /[^\p{ASCII}\p{P}]/u;

/**
 * Parses a search text: words, `"quoted phrases"`, and `-words` or `-"phrases"` that must not occur. Everything else,
 * such as punctuation or the operators of other search engines, has no meaning and cannot make a query fail, unless it is
 * all that there is: then its signs are searched for. Emoji and signs such as arrows always are.
 */
export function parseTextQuery(text: string): TextQuery {
  const groups: QueryGroup[] = [];
  const excluded: QueryGroup[] = [];
  const alone: QueryGroup[] = [];
  for (const { groups: found } of text.matchAll(CHUNK)) {
    const { minus = '', phrase, word = '' } = found!;
    const words = wordsOf(phrase ?? word).slice(0, WORDS_MAX);
    if (words.length === 0) {
      const signs = signsOf(phrase ?? word).map(signGroup);
      if (!UNUSUAL.test(phrase ?? word)) alone.push(...signs);
      else (minus === '-' ? excluded : groups).push(...signs);
      continue;
    }
    // `--flag` names an option of a command.
    const target = minus === '-' && !word.startsWith('-') ? excluded : groups;
    const parts = words.length === 1 ? partsOf(word) : [];
    target.push({ words: withoutLastCharacters(words), parts, quoted: phrase !== undefined, open: false });
  }
  if (groups.length === 0) groups.push(...alone);
  const last = groups.at(-1);
  if (last && !last.quoted && /[\p{L}\p{N}\p{M}]$/u.test(text))
    groups[groups.length - 1] = { ...last, open: true };
  return {
    text,
    groups: firstWithin(distinct(groups).toReversed()).reverse(),
    excluded: firstWithin(distinct(excluded)),
  };
}

/** The first groups, as far as they are not too many and have not too many words. */
function firstWithin(groups: readonly QueryGroup[]): QueryGroup[] {
  let count = 0;
  return groups.slice(0, GROUPS_MAX).filter(({ words }) => (count += words.length) <= WORDS_MAX);
}

const signGroup = (sign: Word): QueryGroup => ({ words: [sign], parts: [], quoted: true, open: false });

/** Groups that ask for the same, once: the last of them, which may be open. Each costs a search. */
const distinct = (groups: readonly QueryGroup[]): QueryGroup[] => {
  const textOf = ({ words, quoted }: QueryGroup) => `${quoted} ${words.map(({ term }) => term).join(' ')}`;
  return [...Map.groupBy(groups.toReversed(), textOf).values()].map(([last]) => last!).reverse();
};

/** Texts without spaces end in a single character, which no other text needs to have in that place. */
const withoutLastCharacters = (words: readonly Word[]): Word[] =>
  words.filter((word, position) => {
    const before = words[position - 1];
    const single = isUnspaced(word.term) && [...word.term].length === 1;
    return !(single && before && before.start < word.start && before.end === word.end);
  });
