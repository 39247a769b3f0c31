import type { Language } from '../../kernel/core/languages.ts';
import type { PageMessages } from './page-messages.ts';

/** Each is one file of a bundle. */
const languages: Record<Language, () => Promise<{ messages: PageMessages }>> = {
  ar: () => import('./ar/index.ts'),
  de: () => import('./de/index.ts'),
  en: () => import('./en/index.ts'),
  es: () => import('./es/index.ts'),
  fr: () => import('./fr/index.ts'),
  ja: () => import('./ja/index.ts'),
};

/** The texts of a language. */
export const loadMessages = async (language: Language): Promise<PageMessages> =>
  (await languages[language]()).messages;
