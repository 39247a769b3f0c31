import { sequenceId, teamCode } from '../../shared/identity/team/team.ts';

/** A key such as PAY-2: the code of its team there, and its number in it. */
export interface NumberedKey {
  code: string;
  number: number;
}

const CODE_MAX = 10;

/** A key as a code and a number, if a story of Plotline could have it as its reference, at least with a shorter code. */
export function numberedKey(key: string): NumberedKey | undefined {
  const [, given = '', digits] = /^(.+)-([1-9]\d*)$/.exec(key) ?? [];
  const number = Number(digits);
  // Other signs, such as those of several words, leave no code that is clearly theirs.
  const code = /^[A-Z][A-Z0-9]+$/.test(given) ? given.slice(0, CODE_MAX) : given;
  const isReference = teamCode().safeParse(code).success && sequenceId().safeParse(number).success;
  return isReference ? { code, number } : undefined;
}

/** Says which codes are too long for teams, whose stories keep their numbers with a shorter one. */
export function codeNotes(
  rows: readonly { key: string | undefined; numbered: NumberedKey | undefined }[],
): string[] {
  const shortened = new Map(
    rows.flatMap(({ key, numbered }): [string, string][] =>
      key !== undefined && numbered && key !== `${numbered.code}-${numbered.number}`
        ? [[key.replace(/-\d+$/, ''), numbered.code]]
        : [],
    ),
  );
  return [...shortened].map(
    ([code, short]) =>
      `The code ${code} is longer than the ${CODE_MAX} characters of a team's code: its stories keep their numbers as those of ${short}, where the import makes that team.`,
  );
}

/** The code that a new team takes over from the keys of its rows, and the number after theirs; undefined if they differ. */
export function keptNumbers(
  rows: readonly { numbered: NumberedKey | undefined }[],
): { code: string; nextSequenceId: number } | undefined {
  const codes = new Set(rows.map(({ numbered }) => numbered?.code));
  const [code] = codes;
  if (code === undefined || codes.size > 1) return undefined;
  const highest = rows.reduce((most, { numbered }) => Math.max(most, numbered!.number), 0);
  return { code, nextSequenceId: highest + 1 };
}
