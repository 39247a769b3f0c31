import type { Operation } from '../api/operation/operation-kinds.ts';
import { html, type Fragment } from '../pages/html.ts';
import type { ApiDocument } from './api-document.ts';
import type { Links } from './field-list.ts';

/** A page that explains something across operations. */
export interface Guide {
  slug: string;
  title: string;
  /** What it tells, in one sentence. */
  lead: string;
  parts: readonly GuidePart[];
}

export interface GuidePart {
  id: string;
  title: string;
  content: Fragment;
}

/** What guides are made from. */
export interface GuideSource {
  document: ApiDocument;
  operations: readonly Operation[];
  links: Links;
}

/** Text to be pasted or compared, with what it is. */
export const block = (caption: Fragment, text: string): Fragment =>
  html`<figure>
    <figcaption>${caption}</figcaption>
    <pre><code>${text}</code></pre>
  </figure>`;

/** Things with what is to be said of each. */
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

/** A link to an operation by its id; throws for one that there is not, so that no page leads nowhere. */
export function operationLink(id: string, { links }: Pick<GuideSource, 'links'>): Fragment {
  const target = links.toOperation(id);
  if (target === undefined) throw new Error(`There is no operation ${id} to link to.`);
  return html`<a href="${target}">${id}</a>`;
}
