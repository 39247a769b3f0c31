/** The languages that pages are shown in, each under its own name. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
  ar: 'العربية',
} as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as [Language, ...Language[]];

export const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(languageNames, text);

const RIGHT_TO_LEFT: readonly Language[] = ['ar'];

/** The direction in which a language is written, as the `dir` attribute has it. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';

/**
 * The language that a reader prefers of those that there are, by Accept-Language (RFC 9110, section 12.5.4); undefined
 * if it names none of them. `de-AT` is served as `de`.
 */
export function preferredLanguage(accepted: string): Language | undefined {
  let best: { language: Language; quality: number } | undefined;
  for (const range of accepted.split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = tag.split('-')[0];
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    const quality = Number(weight) || 0;
    if (isLanguage(language) && quality > (best?.quality ?? 0)) best = { language, quality };
  }
  return best?.language;
}
