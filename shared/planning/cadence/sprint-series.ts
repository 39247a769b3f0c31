/** The names of a team's sprints, such as "PAY Sprint 8", as far as they are numbered. */
export interface SprintSeries {
  /** What stands before the number. */
  prefix: string;
  number: number;
  /** How many digits the number has at least: 2 for "Sprint 08". */
  digits: number;
  /** The digit for zero, if it is not that of ASCII. */
  zero?: string;
  /** What stands after the number, in brackets. */
  suffix?: string;
}

export const unnumberedSeries = (count: number): SprintSeries => ({
  prefix: 'Sprint ',
  number: count,
  digits: 1,
});

/** A number at the end, perhaps with something in brackets after it. */
const NUMBERED =
  /^(?<prefix>.*?)(?<written>\p{Nd}+)(?<suffix>\s*(?:\([^()]*\)|\[[^[\]]*\]|（[^（）]*）|【[^【】]*】))?$/su;

/** What stands before the last number of a date, a version or a time: a year with a dot counts the sprints of the year. */
const DATED = /\p{Nd}[-./:]$/u;
const YEAR = /(?<!\p{Nd})(?<!\p{Nd}[-./:])(?:19|20)\d\d\.$/u;

/**
 * What a name such as "PAY Sprint 8", "スプリント８" or "2026.12 (PAY)" says of its series; undefined if it ends in no
 * number, or in that of a date or a version.
 */
export function seriesOf(name: string): SprintSeries | undefined {
  const { prefix = '', written: digits, suffix } = NUMBERED.exec(name)?.groups ?? {};
  if (digits === undefined || [...digits].length > NUMBER_MAX_DIGITS) return undefined;
  if (DATED.test(prefix) && !YEAR.test(prefix)) return undefined;
  const zero = zeroOf(digits);
  const values = [...digits].map((digit) => digit.codePointAt(0)! - zero);
  if (values.some((value) => value < 0 || value > 9)) return undefined;
  return {
    prefix,
    number: Number(values.join('')),
    digits: values[0] === 0 ? values.length : 1,
    ...(zero === ASCII_ZERO ? {} : { zero: String.fromCodePoint(zero) }),
    ...(suffix === undefined ? {} : { suffix }),
  };
}

const ASCII_ZERO = 0x30;

/** The zero of the script of the first digit: Unicode has the ten digits of each script one after another. */
function zeroOf(digits: string): number {
  const first = digits.codePointAt(0)!;
  let zero = first;
  while (first - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && !isNine(zero - 1)) zero -= 1;
  return zero;
}

/** Mathematical digits follow each other, set after set. */
const isNine = (code: number): boolean => code >= 0x1d7ce && code <= 0x1d7ff && (code - 0x1d7ce) % 10 === 9;

const NUMBER_MAX_DIGITS = 6;

/** The series of the newest numbered name, at the highest number that its names have reached. Expects newest first. */
export function newestSeries(names: readonly string[]): SprintSeries | undefined {
  const all = names.flatMap((name) => seriesOf(name) ?? []);
  const [newest] = all;
  if (!newest) return undefined;
  const isSame = ({ prefix, suffix = '' }: SprintSeries) =>
    written(prefix) === written(newest.prefix) && written(suffix) === written(newest.suffix ?? '');
  const numbers = all.filter(isSame);
  return { ...newest, number: Math.max(...numbers.map(({ number }) => number)) };
}

/** "Sprint 41" and "sprint #42" are of one series. */
const written = (prefix: string): string =>
  prefix
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s#]+/g, ' ')
    .trim();

export const nextInSeries = (series: SprintSeries): SprintSeries => ({
  ...series,
  number: series.number + 1,
});

/** The name of a sprint; one that is too long gets none of the prefix. */
export function sprintName({ prefix, number, digits, zero = '0', suffix = '' }: SprintSeries): string {
  const counted = String(number).padStart(digits, '0');
  const own = [...counted].map((digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));
  const name = `${prefix}${own.join('')}${suffix}`;
  return [...name].length > NAME_MAX_CHARACTERS ? `Sprint ${number}` : name;
}

const NAME_MAX_CHARACTERS = 120;
