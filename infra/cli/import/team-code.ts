const LONGEST = 8;
/** A name of one word up to so long is its own code. */
const WHOLE = 5;
const FIRST_LETTERS = 3;
const MAX_INITIALS = 4;

/** Words that a name is as well known without. */
const small = new Set(['A', 'AN', 'AND', 'AT', 'BY', 'FOR', 'IN', 'OF', 'ON', 'THE', 'TO', 'TEAM', 'WITH']);

/**
 * A code for a team, from its name, that reads well: a short word as it is (CORE), the first letters of a longer
 * one (PAC), the initials of several (ST), with a number where that is taken. Not among those taken.
 */
export function deriveTeamCode(name: string, taken: ReadonlySet<string>): string {
  const all = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
  const telling = all.filter((word) => !small.has(word));
  const words = telling.length > 0 ? telling : all;
  const [first = ''] = words;
  const base =
    words.length > 1 ? initialsOf(words) : first.slice(0, first.length <= WHOLE ? WHOLE : FIRST_LETTERS);
  const candidates = [base, first.length <= LONGEST ? first : first.slice(0, FIRST_LETTERS)];
  const free = candidates.find((code) => code.length >= 2 && !taken.has(code));
  return free ?? numbered(base.length >= 2 ? base : 'TEAM', taken);
}

/** Numbers stay whole, so that Phase 10 is not Phase 1. */
const initialsOf = (words: readonly string[]): string =>
  words
    .slice(0, MAX_INITIALS)
    .map((word) => (/^\d+$/.test(word) ? word : word[0]))
    .join('')
    .slice(0, LONGEST);

function numbered(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  for (let number = 2; ; number++) {
    const code = `${base.slice(0, LONGEST - String(number).length)}${number}`;
    if (!taken.has(code)) return code;
  }
}
