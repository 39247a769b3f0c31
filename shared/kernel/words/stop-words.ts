/** Words that say nothing of what a text is about, in English and in requests. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a all also an and any are as at be both but by can could do does for from have how i if in into is it its just let like make me more my ' +
    'need no not of on or our please should so some support than that the their them there these they this to us ' +
    'want was we what when where which who will wish with would you your'
  ).split(' '),
);

/** A text without words that say nothing of what it is about; the text itself if it has no others. */
export function withoutStopWords(text: string): string {
  const kept = text.split(/\s+/).filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  return kept.join(' ').trim() || text;
}

/** Whether a text has no other words. */
export const isOfStopWords = (text: string): boolean =>
  text.split(/\s+/).every((word) => STOP_WORDS.has(word.toLowerCase()));
