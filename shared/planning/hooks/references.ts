/** The most references of a report that are looked up; of these, the most stories that are linked. */
const REFERENCES_MAX = 100;
export const STORIES_MAX = 20;

/** A team's code and a number, not within a longer word: also in the name of a branch, as in `fix/pay-12_refunds`. */
const REFERENCE = /(?<![A-Za-z0-9])[A-Za-z0-9]{2,10}-[1-9][0-9]{0,8}(?![A-Za-z0-9])/g;

/** What may be references of stories in texts, in capitals, once each. */
export function referencesIn(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => text.match(REFERENCE) ?? []).map((one) => one.toUpperCase());
  return [...new Set(found)].slice(0, REFERENCES_MAX);
}
