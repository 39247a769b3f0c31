import { html, type Fragment } from '../../kernel/html/html.ts';
import { QUERY } from './search-view.ts';
import type { DocsPart } from './search-index.ts';

/** A placeholder in the page, which the build writes before there is an address. */
const SUGGESTIONS = '{{suggestions}}';

/** The not-found page. */
export const missingView: Fragment = html`<h1>Page not found</h1>
  ${SUGGESTIONS}
  <p>It may have moved. <a href="/docs">The documentation</a> has links to everything.</p>`;

/** Fills in the not-found page: what the words of its address find, and these in the form for searching. */
export function withSuggestions(page: string, words: string, parts: readonly DocsPart[]): string {
  const suggestions =
    parts.length > 0 &&
    html`<p>Perhaps you mean one of these:</p>
      <ol class="found">
        ${parts.map(
          ({ address, title, page }) =>
            html`<li>
              <a href="${address}">${title}</a> ${page && html`<span class="quiet">${page}</span>`}
            </li>`,
        )}
      </ol>`;
  const values: Record<string, string> = {
    [QUERY]: html`${words}`.text,
    [SUGGESTIONS]: html`${suggestions}`.text,
  };
  return page.replaceAll(/\{\{(?:query|suggestions)\}\}/g, (placeholder) => values[placeholder]!);
}

/** The same as Markdown. */
export function missingMarkdown(baseUrl: string, parts: readonly DocsPart[]): string {
  const all = `[All pages](${baseUrl}/llms.txt)\n`;
  if (parts.length === 0) return `There is no such page. ${all}`;
  const suggestions = parts.map(({ address, title }) => `- [${title}](${baseUrl}${address})`);
  return ['There is no such page. Perhaps you mean one of these:\n', ...suggestions, `- ${all}`].join('\n');
}
