import type { Mutant } from './mutations.ts';

export interface Result extends Mutant {
  /** `invalid` does not compile, and counts for nothing; `timeout` is noticed too. */
  outcome: 'killed' | 'survived' | 'timeout' | 'invalid';
  /** The test that noticed. */
  by: string;
  reason: string;
  /** Of one that survived: what has not noticed it. */
  passed?: string[];
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 60);

/** A result in one line. */
export const describeResult = ({
  outcome,
  file,
  line,
  operator,
  original,
  replacement,
  by,
}: Result): string =>
  `${outcome} ${file}:${line} ${operator}: ${oneLine(original)} → ${oneLine(replacement) || '(nothing)'}${by && `; ${by}`}`;

/** The table at the end: how many were noticed, in all and by kind and by area, and which were not. */
export function report(results: readonly Result[], seed: number): string {
  const counted = results.filter(({ outcome }) => outcome !== 'invalid');
  const area = ({ file }: Result) =>
    file
      .split('/')
      .slice(0, file.startsWith('functions') ? 1 : 2)
      .join('/');
  return [
    `\n${summary('all', counted)} (seed ${seed})\n`,
    ...groups(counted, ({ operator }) => operator),
    '',
    ...groups(counted, area),
    '\nSurvivors:',
    ...counted
      .filter(({ outcome }) => outcome === 'survived')
      .map((one) => `  ${one.id} ${describeResult(one)}`),
  ].join('\n');
}

function groups(results: readonly Result[], nameOf: (result: Result) => string): string[] {
  const names = [...new Set(results.map(nameOf))].sort();
  return names.map((name) =>
    summary(
      name,
      results.filter((one) => nameOf(one) === name),
    ),
  );
}

/** The share of mutants that were noticed, in percent. */
export function killedShare(results: readonly Result[]): number {
  const counted = results.filter(({ outcome }) => outcome !== 'invalid');
  const killed = counted.filter(({ outcome }) => outcome !== 'survived').length;
  return counted.length === 0 ? 0 : Math.round((killed / counted.length) * 100);
}

function summary(name: string, results: readonly Result[]): string {
  const killed = results.filter(({ outcome }) => outcome !== 'survived').length;
  const share = killedShare(results);
  return `  ${name.padEnd(28)} ${String(killed).padStart(4)} of ${String(results.length).padStart(4)} killed (${share} %)`;
}
