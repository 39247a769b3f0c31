/** The names of a team's sprints, such as "PAY Sprint 8", as far as they are numbered. */
export interface SprintSeries {
  /** What stands before the number. */
  prefix: string;
  number: number;
  /** How many digits the number has at least: 2 for "Sprint 08". */
  digits: number;
}

export const unnumberedSeries = (count: number): SprintSeries => ({
  prefix: 'Sprint ',
  number: count,
  digits: 1,
});

/** What a name such as "PAY Sprint 8" says of its series; undefined if it ends in no number, or in that of a date. */
export function seriesOf(name: string): SprintSeries | undefined {
  const [, prefix = '', digits] = /^(.*?)(\d+)$/s.exec(name) ?? [];
  if (digits === undefined || digits.length > NUMBER_MAX_DIGITS || /\d[-./:]$/.test(prefix)) return undefined;
  return { prefix, number: Number(digits), digits: digits.startsWith('0') ? digits.length : 1 };
}

const NUMBER_MAX_DIGITS = 6;

/** The series of the newest numbered name, at the highest number that its names have reached. Expects newest first. */
export function newestSeries(names: readonly string[]): SprintSeries | undefined {
  const all = names.flatMap((name) => seriesOf(name) ?? []);
  const [newest] = all;
  if (!newest) return undefined;
  const numbers = all.filter(({ prefix }) => written(prefix) === written(newest.prefix));
  return { ...newest, number: Math.max(...numbers.map(({ number }) => number)) };
}

/** "Sprint 41" and "sprint #42" are of one series. */
const written = (prefix: string): string =>
  prefix
    .toLowerCase()
    .replaceAll(/[\s#]+/g, ' ')
    .trim();

export const nextInSeries = (series: SprintSeries): SprintSeries => ({
  ...series,
  number: series.number + 1,
});

/** The name of a sprint; one that is too long gets none of the prefix. */
export function sprintName({ prefix, number, digits }: SprintSeries): string {
  const counted = String(number).padStart(digits, '0');
  const name = `${prefix}${counted}`;
  return [...name].length > NAME_MAX_CHARACTERS ? `Sprint ${number}` : name;
}

const NAME_MAX_CHARACTERS = 120;
