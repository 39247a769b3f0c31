import type { WebRequest } from '../../kernel/api/operation/web-route.ts';
import { isLanguage, preferredLanguage, type Language } from '../../kernel/core/languages.ts';
import { cookieNames } from '../accounts/cookies.ts';
import type { messages as english } from './en/index.ts';
import type { PageMessages, PageTexts } from './page-messages.ts';

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
  if (language === 'en') return (await import('./english.ts')).englishTexts();
  const known = loaded.get(language);
  if (known) return known;
  const [{ messages }, { createTranslator }] = await Promise.all([
    loaders[language](),
    import('../../kernel/messages/translator.ts'),
  ]);
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
