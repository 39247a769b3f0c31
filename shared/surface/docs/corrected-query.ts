import { typingErrors, typingErrorsMax } from '../../kernel/core/typing-errors.ts';
import { partsOf, wordsOf, type Word } from '../../kernel/words/words.ts';

/** The most words of a query that are corrected: each is compared with all words of the documentation. */
const CORRECTED_MAX = 8;

/** A word that occurs, as it is shown, and in which form it is compared. */
interface KnownWord {
  shown: string;
  folded: string;
}

/** Words by which queries are corrected, and whether a term needs no correction. */
export interface Vocabulary {
  words: readonly string[];
  has: (term: string) => boolean;
  /** Whether a word that is still being typed begins one. */
  hasBeginning: (word: Word) => boolean;
}

/** Returns a function that corrects the typing errors of a query; one with quotes means what it says. */
export function queryCorrector({ words, has, hasBeginning }: Vocabulary): (text: string) => string {
  let known: KnownWord[] | undefined;

  /** The most probable word: of those with the fewest errors, one with the most letters in common. */
  function closest(folded: string): string | undefined {
    const most = errorsMax(folded);
    // The more frequent come first.
    known ??= words.map((shown) => ({ shown, folded: shown.toLowerCase() }));
    let best: { shown: string; errors: number; common: number } | undefined;
    for (const one of known) {
      if (isShort(folded) && !lacksALetterOf(folded, one.folded)) continue;
      const errors = typingErrors(folded, one.folded, most);
      if (errors > most || errors > (best?.errors ?? most)) continue;
      const common = lettersInCommon(folded, one.folded);
      if (!best || errors < best.errors || common > best.common) best = { shown: one.shown, errors, common };
    }
    return best?.shown;
  }

  return (text) => {
    if (text.includes('"')) return text;
    const corrections = new Map<string, string | undefined>();
    const correctionOf = ({ term, folded }: Word): string | undefined => {
      if (has(term) || errorsMax(folded) === 0) return undefined;
      if (!corrections.has(folded))
        corrections.set(folded, corrections.size < CORRECTED_MAX ? closest(folded) : undefined);
      return corrections.get(folded);
    };
    const parts = partsOf(text);
    const replacements = wordsOf(text).flatMap((word) => {
      if (isExcluded(text, word) || (word.end === text.length && hasBeginning(word))) return [];
      const own = parts.filter(({ start, end }) => start >= word.start && end <= word.end);
      const corrected = correctionOf(word);
      if (corrected !== undefined) return [{ word, corrected }];
      if (has(word.term)) return [];
      return own.flatMap((part) => {
        const corrected = correctionOf(part);
        return corrected === undefined ? [] : [{ word: part, corrected }];
      });
    });
    return replacements.reduceRight(
      (whole, { word, corrected }) => whole.slice(0, word.start) + corrected + whole.slice(word.end),
      text,
    );
  };
}

const isShort = (folded: string): boolean => /^[a-z]{3}$/.test(folded);

/** Too many words are close to a short one: only a letter that it lacks within is an error, as of `jra`. */
const errorsMax = (folded: string): number => (isShort(folded) ? 1 : typingErrorsMax(folded));
const lacksALetterOf = (short: string, known: string): boolean =>
  known.length === short.length + 1 && known[0] === short[0] && known.at(-1) === short.at(-1);

/** Whether a word must not occur in results: `-word`. */
const isExcluded = (text: string, { start }: Word): boolean => /(?:^|\s)-$/.test(text.slice(0, start));

function lettersInCommon(one: string, other: string): number {
  let left = other;
  for (const letter of one) left = left.replace(letter, '');
  return other.length - left.length;
}
