import type { Language } from '../../kernel/core/languages.ts';
import type { PageMessages, TextsByFile } from './page-messages.ts';

/** Each is one file of a bundle. */
const languages: Record<Language, () => Promise<TextsByFile>> = {
  ar: () => import('./ar/index.ts'),
  de: () => import('./de/index.ts'),
  en: () => import('./en/index.ts'),
  es: () => import('./es/index.ts'),
  fr: () => import('./fr/index.ts'),
  ja: () => import('./ja/index.ts'),
};

/** The texts of a language. */
export async function loadMessages(language: Language): Promise<PageMessages> {
  const files = Object.values(await languages[language]());
  return Object.fromEntries(files.flatMap((texts) => Object.entries(texts))) as PageMessages;
}
