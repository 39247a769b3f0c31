import type { Language } from '../../kernel/core/languages.ts';
import { createTranslator } from '../../kernel/messages/translator.ts';
import type { MailTexts, TranslatedMail } from './mail-text.ts';

const languages: Record<Language, () => Promise<{ texts: TranslatedMail }>> = {
  ar: () => import('./texts/ar.ts'),
  de: () => import('./texts/de.ts'),
  en: () => import('./texts/en.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  ja: () => import('./texts/ja.ts'),
};

const loaded = new Map<Language, MailTexts>();

/** The texts of mails in a language, which are loaded when the first mail in it is sent. */
export async function loadMailTexts(language: Language): Promise<MailTexts> {
  const known = loaded.get(language);
  if (known) return known;
  const { texts } = await languages[language]();
  const has = (key: string) => Object.hasOwn(texts, key);
  const translator: MailTexts = Object.assign(createTranslator(language, texts), { has });
  loaded.set(language, translator);
  return translator;
}
