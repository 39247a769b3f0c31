import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { Html } from '../pages/html.ts';
import { BASE_URL } from './base-url.ts';

const languages = { sh: bash, http, json, python, ts: typescript, html: xml };

/** The languages of the examples. */
export type Language = keyof typeof languages;

for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);
highlighter.configure({ classPrefix: 'h-' });

/** The kinds of words that the stylesheet has no color for; their elements would only make pages heavier. */
const PLAIN = /<span class="h-(?:punctuation|operator|params|language-\w+)">([^<]*)<\/span>/g;

/** The markup of an example, with its words in elements whose classes say what they are. */
export function highlighted(text: string, language: Language): Html {
  const { value } = highlighter.highlight(text, { language });
  const markup = value.replaceAll(PLAIN, '$1');
  if (markup.split(BASE_URL).length !== text.split(BASE_URL).length)
    throw new Error(`The base URL is cut in an example: ${text}`);
  return new Html(markup);
}
