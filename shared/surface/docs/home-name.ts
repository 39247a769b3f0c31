import { languages, type Language } from '../../kernel/core/languages.ts';

/** The name of the file of the home page in a language. */
export const homeName = (language: Language): string => (language === 'en' ? 'home' : `home-${language}`);

const names = new Set(languages.map(homeName));

/** Whether a page is the home page in some language. */
export const isHome = (name: string): boolean => names.has(name);
