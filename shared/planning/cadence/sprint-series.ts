/** The names of a team's sprints, such as "PAY Sprint 8", as far as they are numbered. */
export interface SprintSeries {
  /** What stands before the number. */
  prefix: string;
  number: number;
  /** How many digits the number has at least: 2 for "Sprint 08". */
  digits: number;
  /** The digit for zero, if it is not that of ASCII. */
  zero?: string;
  /** What stands after the number, such as a name in brackets. */
  suffix?: string;
}

export const unnumberedSeries = (count: number): SprintSeries => ({
  prefix: 'Sprint ',
  number: count,
  digits: 1,
});

const NUMBER = String.raw`(?<written>\p{Nd}+)`;
const YEAR_AT_END = String.raw`(?:[^\p{N}]*\s(?:19|20)\d\d)?`;
const WORDS = String.raw`\p{L}[^\p{N}]*?${YEAR_AT_END}`;
/** Scripts whose words follow a number without a space; a year, a month, a day and an hour are parts of a date. */
const COUNTER = String.raw`(?![年月日时時点년월일시])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Hangul}]`;

/** How names are numbered, and whether a year may be the number. */
const numbered: readonly { form: RegExp; takesYear: boolean }[] = [
  // "12. Sprint", "3rd sprint 2027", "第3回スプリント"
  {
    form: new RegExp(
      String.raw`^(?<prefix>[^\p{L}\p{N}]*)${NUMBER}(?<suffix>(?:[.)º°ª]\s*|(?:-?\p{L}{1,3})?\s+)${WORDS})$`,
      'su',
    ),
    takesYear: false,
  },
  {
    form: new RegExp(
      String.raw`^(?<prefix>\P{Nd}*)${NUMBER}(?<suffix>${COUNTER}${YEAR_AT_END}[^\p{N}]*)$`,
      'su',
    ),
    takesYear: false,
  },
  // "Sprint 9 – Launch 2027", "Week 7 2027"
  {
    form: new RegExp(
      String.raw`^(?<prefix>.*?)${NUMBER}(?<suffix>(?:\s*[–—:|·]\s*|\s+-\s+)${WORDS}|\s+(?:19|20)\d\d)$`,
      'su',
    ),
    takesYear: false,
  },
  // "Sprint 9", "Sprint 9 (PAY)"
  {
    form: new RegExp(
      String.raw`^(?<prefix>.*?)${NUMBER}(?<suffix>\s*(?:\([^()]*\)|\[[^[\]]*\]|（[^（）]*）|【[^【】]*】))?$`,
      'su',
    ),
    takesYear: true,
  },
  // "Sprint 9 🚀"
  { form: new RegExp(String.raw`^(?<prefix>.*?)${NUMBER}(?<suffix>[^\p{L}\p{N}]+)$`, 'su'), takesYear: true },
  // "Sprint 7b", which one without a letter follows
  { form: new RegExp(String.raw`^(?<prefix>.*?)${NUMBER}[a-z]$`, 'isu'), takesYear: false },
];

/** What stands before the last number of a date, a version or a time: a year with a dot counts the sprints of the year. */
const DATED = /\p{Nd}[-./:]$/u;
const YEAR = /(?<!\p{Nd})(?<!\p{Nd}[-./:])(?:19|20)\d\d\.$/u;

/**
 * What a name such as "PAY Sprint 8", "スプリント８", "3rd sprint" or "2026.12 (PAY)" says of its series; undefined if it has
 * no number that counts sprints, but that of a date or a version, or one among words.
 */
export function seriesOf(name: string): SprintSeries | undefined {
  for (const { form, takesYear } of numbered) {
    const found = form.exec(name)?.groups;
    if (found && (takesYear || !/^(?:19|20)\d\d$/.test(found['written']!))) return seriesFrom(found);
  }
  return undefined;
}

function seriesFrom({
  prefix = '',
  written: digits,
  suffix,
}: Partial<Record<string, string>>): SprintSeries | undefined {
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
    .replace(ENGLISH_ORDINAL, 'th')
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
  const name = `${prefix}${own.join('')}${suffix.replace(ENGLISH_ORDINAL, ordinalEnding(number))}`;
  return [...name].length > NAME_MAX_CHARACTERS ? `Sprint ${number}` : name;
}

/** What follows a number in words such as 3rd. */
const ENGLISH_ORDINAL = /^(?:st|nd|rd|th)(?=\s)/;
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinalEndings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

const ordinalEnding = (number: number): string => ordinalEndings[ordinalRules.select(number)] ?? 'th';

const NAME_MAX_CHARACTERS = 120;
