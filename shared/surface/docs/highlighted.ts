import { createRequire } from 'node:module';
import { Html } from '../../kernel/html/html.ts';
import { BASE_URL } from './base-url.ts';

/** The part of highlight.js that is used. Its own types would declare all of the DOM, everywhere. */
interface Highlighter {
  registerLanguage: (name: string, language: unknown) => void;
  configure: (options: { classPrefix: string }) => void;
  /** Returns markup; the text in it is escaped. */
  highlight: (text: string, options: { language: string }) => { value: string };
}

const load = createRequire(import.meta.url);
const highlighter = load('highlight.js/lib/core') as Highlighter;

/** The languages of the examples, and what highlight.js calls them. */
const languages = {
  sh: 'bash',
  http: 'http',
  json: 'json',
  python: 'python',
  ts: 'typescript',
  html: 'xml',
  yaml: 'yaml',
  hcl: 'ini',
} as const;

export type CodeLanguage = keyof typeof languages;

/** The language that a block of Markdown names; throws for one without colors. */
export function languageOf(name: string): CodeLanguage {
  if (!Object.hasOwn(languages, name)) throw new Error(`Examples cannot be in the language “${name}”.`);
  return name as CodeLanguage;
}

for (const [name, file] of Object.entries(languages))
  highlighter.registerLanguage(name, load(`highlight.js/lib/languages/${file}`));
highlighter.configure({ classPrefix: 'h-' });

/** The kinds of words that the stylesheet has no color for; their elements would only make pages heavier. */
const PLAIN = /<span class="h-(?:punctuation|operator|params|language-\w+)">([^<]*)<\/span>/g;

/** The markup of an example, with its words in elements whose classes say what they are. */
export function highlighted(text: string, language: CodeLanguage): Html {
  const { value } = highlighter.highlight(text, { language });
  const markup = value.replaceAll(PLAIN, '$1');
  if (markup.split(BASE_URL).length !== text.split(BASE_URL).length)
    throw new Error(`The base URL is cut in an example: ${text}`);
  return new Html(markup);
}
