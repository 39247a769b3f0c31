const LONGEST = 8;
/** A one-word name up to this length is its own code. */
const WHOLE = 5;
const FIRST_LETTERS = 3;
const INITIALS_MAX = 4;

/** Words that can be dropped from a name. */
const small = new Set(['A', 'AN', 'AND', 'AT', 'BY', 'FOR', 'IN', 'OF', 'ON', 'THE', 'TO', 'TEAM', 'WITH']);

/**
 * Derives a readable code from a team's name: a short word as is (CORE), the first letters of a longer one
 * (PAC), the initials of several (ST), with a number if that is taken.
 */
export function deriveTeamCode(name: string, taken: ReadonlySet<string>): string {
  const all = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
  const distinctive = all.filter((word) => !small.has(word));
  const words = distinctive.length > 0 ? distinctive : all;
  const [first = ''] = words;
  const base =
    words.length > 1 ? initialsOf(words) : first.slice(0, first.length <= WHOLE ? WHOLE : FIRST_LETTERS);
  const candidates = [base, first.length <= LONGEST ? first : first.slice(0, FIRST_LETTERS)];
  const free = candidates.find((code) => code.length >= 2 && !taken.has(code));
  return free ?? numbered(base.length >= 2 ? base : 'TEAM', taken);
}

/** Numbers stay whole, so that Phase 10 differs from Phase 1. */
const initialsOf = (words: readonly string[]): string =>
  words
    .slice(0, INITIALS_MAX)
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
