import { sequenceId, teamCode } from '../../shared/identity/teams/team.ts';

/** A key such as PAY-2: the code of its team there, and its number in it. */
export interface NumberedKey {
  code: string;
  number: number;
}

/** A key as a code and a number, if a story of Plotline could have it as its reference. */
export function numberedKey(key: string): NumberedKey | undefined {
  const [, code, digits] = /^(.+)-([1-9]\d*)$/.exec(key) ?? [];
  const number = Number(digits);
  const isReference = teamCode().safeParse(code).success && sequenceId().safeParse(number).success;
  return isReference ? { code: code!, number } : undefined;
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
