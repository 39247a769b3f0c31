const LONGEST = 8;
const SHORT_NAME = 3;

/** A code for a team, from its name: initials of several words, else the first letters; not among those taken. */
export function deriveTeamCode(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
  const letters = words.join('');
  const initials = words.map(([first]) => first).join('');
  const base = (words.length > 1 ? initials : letters.slice(0, SHORT_NAME)).slice(0, LONGEST);
  const candidates = [base, letters.slice(0, SHORT_NAME), letters.slice(0, LONGEST)];
  const free = candidates.find((code) => code.length >= 2 && !taken.has(code));
  return free ?? numbered(base.length >= 2 ? base : 'TEAM', taken);
}

function numbered(base: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) {
    const code = `${base.slice(0, LONGEST - String(number).length)}${number}`;
    if (!taken.has(code)) return code;
  }
}
