import { html, type Fragment } from '../../kernel/html/html.ts';
import { highlighted, type CodeLanguage } from './highlighted.ts';

/** A page about a topic that spans operations; docs/guides has one file for each. */
export interface Guide {
  slug: string;
  title: string;
  /** A one-sentence summary. */
  lead: string;
  /** The same, with its links. */
  opening: Fragment;
  parts: readonly GuidePart[];
}

/** A section with a heading of its own. */
export interface GuidePart {
  id: string;
  title: string;
  content: Fragment;
}

/** A block of text to copy or compare, with a caption. */
export const block = (
  caption: Fragment,
  text: string,
  language: CodeLanguage = usualLanguage(text),
): Fragment =>
  html`<figure data-language="${language}">
    <figcaption>${caption}</figcaption>
    <pre><code>${highlighted(text, language)}</code></pre>
  </figure>`;

/** Most blocks are JSON or for a shell; others say what they are. */
const usualLanguage = (text: string): CodeLanguage => (/^[{[]/.test(text) ? 'json' : 'sh');

export type GlossaryEntry = readonly [term: Fragment, meaning: Fragment];

/** Terms with their definitions. */
export const glossary = (entries: readonly GlossaryEntry[]): Fragment =>
  html`<dl class="fields terms">
    ${entries.map(
      ([term, meaning]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${meaning}</dd>
        </div>`,
    )}
  </dl>`;

export const code = (text: string): Fragment => html`<code>${text}</code>`;
