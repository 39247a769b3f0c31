/** The languages whose months are read, as trackers write them for who exports. */
const LANGUAGES =
  'en de fr es pt pt-BR it nl da nb sv fi is et pl cs sk sl hu ro tr ru uk bg el zh zh-TW ja ko vi th'.split(
    ' ',
  );

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}.]/gu, '');

/** The names that months have alone, and in dates, where some languages inflect them; the first language of a name counts. */
function namesOf(language: string): [string, number][] {
  const styles = (['short', 'long'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }),
    new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' }),
  ]);
  return styles.flatMap((style) =>
    Array.from({ length: 12 }, (_, month): [string, number] => {
      const parts = style.formatToParts(new Date(Date.UTC(2026, month, 1)));
      return [plain(parts.find(({ type }) => type === 'month')!.value), month + 1];
    }),
  );
}

/** Built when a month is first read: a file with dates of numbers only needs none. */
let months: Map<string, number> | undefined;

function monthNames(): Map<string, number> {
  const names = new Map<string, number>();
  for (const [name, month] of LANGUAGES.flatMap(namesOf)) if (!names.has(name)) names.set(name, month);
  // Abbreviations of earlier editions of the Unicode locale data.
  for (const [name, month] of [
    ['set', 9],
    ['ene', 1],
    ['mrt', 3],
    ['mrz', 3],
    ['maerz', 3],
    ['sept', 9],
  ] as const)
    names.set(name, month);
  return names;
}

/** The number of a month by its name or abbreviation in one of many languages; undefined for other words. */
export function monthNumber(name: string): number | undefined {
  months ??= monthNames();
  const key = plain(name);
  const digits = /^(\d{1,2})[月월]$/.exec(key)?.[1];
  const known = months.get(key) ?? (digits === undefined ? undefined : Number(digits));
  if (known !== undefined || key.length < 3) return known;
  // Other abbreviations, such as those of older programs.
  return [...months].find(([full]) => full.startsWith(key))?.[1];
}
