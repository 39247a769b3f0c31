import type { Operation } from '../../kernel/api/operation/operation-kinds.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import type { ApiDocument } from './api-document.ts';
import type { Links } from './field-list.ts';
import { highlighted, type Language } from './highlighted.ts';

/** A page about a topic that spans operations. */
export interface Guide {
  slug: string;
  title: string;
  /** A one-sentence summary. */
  lead: string;
  parts: readonly GuidePart[];
}

interface GuidePart {
  id: string;
  title: string;
  content: Fragment;
}

/** The data that guides are generated from. */
export interface GuideSource {
  document: ApiDocument;
  operations: readonly Operation[];
  links: Links;
}

/** A block of text to copy or compare, with a caption. */
export const block = (caption: Fragment, text: string, language: Language = usualLanguage(text)): Fragment =>
  html`<figure>
    <figcaption>${caption}</figcaption>
    <pre><code>${highlighted(text, language)}</code></pre>
  </figure>`;

/** Most blocks are JSON or for a shell; others say what they are. */
const usualLanguage = (text: string): Language => (/^[{[]/.test(text) ? 'json' : 'sh');

/** Terms with their definitions. */
export const glossary = (entries: readonly [term: Fragment, meaning: Fragment][]): Fragment =>
  html`<dl class="fields">
    ${entries.map(
      ([term, meaning]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${meaning}</dd>
        </div>`,
    )}
  </dl>`;

export const code = (text: string): Fragment => html`<code>${text}</code>`;

/** A link to an operation by its id; throws for an unknown id, so that no link is broken. */
export function operationLink(id: string, { links }: Pick<GuideSource, 'links'>): Fragment {
  const target = links.toOperation(id);
  if (target === undefined) throw new Error(`Cannot link to ${id}: there is no such operation.`);
  return html`<a href="${target}">${id}</a>`;
}
