import type { Placeholders, Translated } from '../../kernel/messages/message.ts';
import { createTranslator, type Translator } from '../../kernel/messages/translator.ts';
import { isLanguage, preferredLanguage, type Language } from '../../kernel/core/languages.ts';
import type { WebRequest } from '../../kernel/api/operation/web-route.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { cookieNames } from '../accounts/cookies.ts';
import { messages as english } from './en/index.ts';

/**
 * The texts of public pages: one folder per language (`en/`, `de/`, …) with the same files. A view gets the texts as `t`
 * and has none of its own: `t.text('list.more')`, `t.text('votes', { count })`, or `t.markup('by', { name: html`…` })`
 * where markup is within the sentence.
 *
 * To add a text, write it into a file of `en/` under `<page>.<what it is>`, then into the same file of each other
 * language; the compiler names keys that are missing, and `test/messages/messages.unit.test.ts` placeholders and plural forms
 * that differ. A text with a number is an object of plural forms, chosen by `count`.
 */
export type PageMessages = Translated<typeof english>;

/** What views get their texts from. */
export type PageTexts = Translator<typeof english>;

/** The keys of texts that need no values. */
export type PlainText = {
  [K in keyof typeof english]: [Placeholders<(typeof english)[K]>] extends [never] ? K : never;
}[keyof typeof english];

/** The texts of English, which every bundle with pages has. */
export const englishTexts = memoize((): PageTexts => createTranslator<typeof english>('en', english));

/** Loaded when a page is shown in the language. */
const loaders: Record<Exclude<Language, 'en'>, () => Promise<{ messages: PageMessages }>> = {
  de: () => import('./de/index.ts'),
  fr: () => import('./fr/index.ts'),
  es: () => import('./es/index.ts'),
  ja: () => import('./ja/index.ts'),
  ar: () => import('./ar/index.ts'),
};

const loaded = new Map<Language, PageTexts>();

/** The texts of a language. */
export async function textsIn(language: Language): Promise<PageTexts> {
  if (language === 'en') return englishTexts();
  const known = loaded.get(language);
  if (known) return known;
  const { messages } = await loaders[language]();
  const texts = createTranslator<typeof english>(language, messages);
  loaded.set(language, texts);
  return texts;
}

/**
 * The texts for a reader: in the language that they have chosen, else in one that their browser asks for, else in that of
 * the portal.
 */
export const textsFor = (
  { cookies, headers }: Pick<WebRequest, 'cookies' | 'headers'>,
  fallback: Language = 'en',
): Promise<PageTexts> =>
  textsIn(chosenLanguage(cookies) ?? preferredLanguage(headers['accept-language'] ?? '') ?? fallback);

/** The language that a reader has chosen on a page. */
function chosenLanguage(cookies: WebRequest['cookies']): Language | undefined {
  const chosen = cookies[cookieNames.language];
  return isLanguage(chosen) ? chosen : undefined;
}
