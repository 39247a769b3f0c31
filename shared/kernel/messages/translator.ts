import { html, Html, type Fragment } from '../html/html.ts';
import { directionOf, type Language } from '../core/languages.ts';
import { partsOf, type Message, type Messages, type Placeholders, type Translated } from './message.ts';

type Values<M, V> = [Placeholders<M>] extends [never] ? [] : [values: Record<Placeholders<M>, V>];

/** The texts, numbers and dates of pages in one language. */
export interface Translator<M extends Messages> {
  language: Language;
  direction: 'ltr' | 'rtl';
  /** A text by its key, with values for its placeholders; a number is written as the language writes numbers. */
  text: <K extends keyof M & string>(key: K, ...values: Values<M[K], string | number>) => string;
  /** The same with markup in the place of placeholders. */
  markup: <K extends keyof M & string>(key: K, ...values: Values<M[K], Fragment>) => Html;
  number: (value: number) => string;
  /** A number of bytes in the unit that fits it, such as `1.2 MB`. */
  size: (bytes: number) => string;
  /** Names as a list, such as `A, B and C`, or as a choice, `A or B`; each is isolated from the direction of the others. */
  list: (names: readonly string[], type?: 'conjunction' | 'disjunction') => Html;
  /** The same as plain text. */
  plainList: (names: readonly string[]) => string;
  /** The UTC day of a timestamp, such as `20 August 2026`. */
  date: (timestamp: string) => string;
  /** The UTC day in charts, such as `20 Aug`, and the month, such as `Aug 2026`. */
  day: (date: Date) => string;
  month: (date: Date) => string;
  /** The day and time, such as `20 August 2026 at 09:30 UTC`. */
  time: (timestamp: string) => string;
}

/** The locales whose dates and numbers are used: day before month in English, Western digits in Arabic. */
const locales: Partial<Record<Language, string>> = { en: 'en-GB', ar: 'ar-u-nu-latn' };

/** The translator of a language's texts. */
export function createTranslator<M extends Messages>(
  language: Language,
  messages: Translated<M>,
): Translator<M> {
  const locale = locales[language] ?? language;
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const shown = <V extends Fragment>(value: V) => (typeof value === 'number' ? numbers.format(value) : value);

  function templateOf(key: keyof M, count: Fragment): string {
    const message: Message = messages[key];
    if (typeof message === 'string') return message;
    return message[plurals.select(Number(count))] ?? message.other;
  }

  function fill<V extends Fragment>(key: keyof M, values: Readonly<Record<string, V>> = {}) {
    return partsOf(templateOf(key, values['count'])).map((part, position) =>
      position % 2 === 0 ? part : shown(values[part]!),
    );
  }

  return {
    language,
    direction: directionOf(language),
    text: (key, ...[values]) => fill<string | number>(key, values).join(''),
    markup: (key, ...[values]) => html`${joinedToButtons(fill<Fragment>(key, values))}`,
    number: (value) => numbers.format(value),
    size: (bytes) => sizeIn(locale, bytes),
    list: (names, type = 'conjunction') => {
      const parts = new Intl.ListFormat(locale, { type }).formatToParts(names);
      return html`${parts.map((part) => (part.type === 'element' ? html`<bdi>${part.value}</bdi>` : part.value))}`;
    },
    plainList: (names) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names),
    date: (timestamp) => dates.format(new Date(timestamp)),
    day: (date) => days.format(date),
    month: (date) => months.format(date),
    time: (timestamp) => `${times.format(new Date(timestamp))} UTC`,
  };
}

/** Punctuation that follows a button; a browser may begin a line with it, since it sees a box before it. */
const CLOSING = /^[.,:;!?…)\]}»”’。、，：；！？」』）،؛؟]+/u;

/** Texts in which punctuation stays on the line of the button before it. */
function joinedToButtons(parts: readonly Fragment[]): Fragment[] {
  return parts.map((part, position) => {
    const next = parts[position + 1];
    const before = parts[position - 1];
    if (isButton(part) && typeof next === 'string' && CLOSING.test(next))
      return html`<span class="together">${part}${CLOSING.exec(next)![0]}</span>`;
    return isButton(before) && typeof part === 'string' ? part.replace(CLOSING, '') : part;
  });
}

const isButton = (part: Fragment): part is Html => part instanceof Html && /^\s*<button/.test(part.text);

const sizeUnits = ['byte', 'kilobyte', 'megabyte'] as const;

function sizeIn(locale: string, bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), sizeUnits.length - 1);
  const unit = sizeUnits[step]!;
  const unitDisplay = step === 0 ? 'long' : 'short';
  const maximumFractionDigits = step > 1 ? 1 : 0;
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits });
  return format.format(bytes / 1_000 ** step);
}
