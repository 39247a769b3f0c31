import type { Placeholders, Translated } from '../../kernel/messages/message.ts';
import type { Translator } from '../../kernel/messages/translator.ts';
import type { texts as english } from './texts/en.ts';

type English = typeof english;

/** The texts of mails in a language. */
export type TranslatedMail = Translated<English>;

/** What a mail gets its texts from. */
export interface MailTexts extends Translator<English> {
  /** Whether there is a text by a key: one that a later release has stored may be by another. */
  has: (key: string) => boolean;
}

/** A timestamp, of which a mail says the day (UTC) as its language writes it. */
interface MailDate {
  date: string;
}

/** Several texts, which a mail lists as its language does: `A, B and C`. */
interface MailList {
  list: readonly MailText[];
}

type MailValue = MailText | MailDate | MailList | number;

/** A text by its key, with what is in the place of its placeholders. */
export interface MailMessage {
  key: keyof English;
  values?: Readonly<Record<string, MailValue>>;
}

/** A text of a mail: as it is, or by its key, in the language of its reader. */
export type MailText = string | MailMessage;

/** The messages of a mail's texts by what they say in English; what is not among them is sent as it is. */
export type MailMessages = Readonly<Record<string, MailMessage>>;

type Values<K extends keyof English> = [Placeholders<English[K]>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<English[K]>, MailValue>>];

/** A text by its key, which is translated when the mail is sent. */
export const mailText = <K extends keyof English>(key: K, ...[values]: Values<K>): MailText => ({
  key,
  ...(values && { values }),
});

/** Returns a text in the language of `texts`; undefined if it has none by a key of it. */
export function textIn(texts: MailTexts, text: MailText): string | undefined {
  if (typeof text === 'string') return text;
  const values = Object.entries(text.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : valueIn(texts, value),
  ]);
  if (!texts.has(text.key) || values.some(([, value]) => value === undefined)) return undefined;
  // The values were checked when the text was written.
  return (texts.text as (key: string, values: unknown) => string)(text.key, Object.fromEntries(values));
}

function valueIn(texts: MailTexts, value: Exclude<MailValue, number>): string | undefined {
  if (typeof value === 'object' && 'date' in value) return texts.date(value.date);
  if (typeof value === 'object' && 'list' in value) return listIn(texts, value);
  return textIn(texts, value);
}

function listIn(texts: MailTexts, { list }: MailList): string | undefined {
  const said = list.map((text) => textIn(texts, text));
  return said.includes(undefined) ? undefined : texts.plainList(said as string[]);
}
