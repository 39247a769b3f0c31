import type { WebRequest } from '../../kernel/api/operation/web-route.ts';
import { isLanguage, preferredLanguage, type Language } from '../../kernel/core/languages.ts';
import { cookieNames } from './cookies.ts';
import { loadMessages } from '../messages/load-messages.ts';
import type { EnglishTexts, PageTexts } from '../messages/page-messages.ts';

const loaded = new Map<Language, PageTexts>();

/** The texts of a language, which are loaded when a page is first shown in it. */
export async function textsIn(language: Language): Promise<PageTexts> {
  const known = loaded.get(language);
  if (known) return known;
  const [messages, { createTranslator }] = await Promise.all([
    loadMessages(language),
    import('../../kernel/messages/translator.ts'),
  ]);
  const texts = createTranslator<EnglishTexts>(language, messages);
  loaded.set(language, texts);
  return texts;
}

/**
 * The texts for a reader: in the language that they have chosen, else in one that their browser asks for, else in that of
 * the portal.
 */
export const textsFor = (
  request: Pick<WebRequest, 'cookies' | 'headers'>,
  fallback: Language = 'en',
): Promise<PageTexts> => textsIn(languageOf(request) ?? fallback);

/** The language that a reader has chosen, else one that their browser asks for; undefined if it asks for none there is. */
export const languageOf = ({
  cookies,
  headers,
}: Pick<WebRequest, 'cookies' | 'headers'>): Language | undefined =>
  chosenLanguage(cookies) ?? preferredLanguage(headers['accept-language'] ?? '');

/** The language that a reader has chosen on a page. */
export function chosenLanguage(cookies: WebRequest['cookies']): Language | undefined {
  const chosen = cookies[cookieNames.language];
  return isLanguage(chosen) ? chosen : undefined;
}
