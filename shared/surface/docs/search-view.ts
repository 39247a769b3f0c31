import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { finderOf, snippetOf, type Finder } from '../../kernel/words/highlight.ts';
import type { TextQuery } from '../../kernel/words/text-query.ts';
import type { DocsSearchResult } from './find-in-docs.ts';
import { searchForm } from './search-form.ts';

/** Placeholders in the page of results, which the build writes before there is a search. */
const QUERY = '{{query}}';
const RESULTS = '{{results}}';

/** The form on the page of results, with what was searched for. */
export const filledForm = searchForm(QUERY);

/** The page of results, to be filled in. */
export const searchView: Fragment = html`<h1>Search</h1>
  ${RESULTS}`;

/** Fills in the page of results for a query. */
export function filledIn(page: string, query: TextQuery, found: DocsSearchResult): string {
  const values: Record<string, string> = {
    [QUERY]: html`${query.text}`.text,
    [RESULTS]: results(query, found).text,
  };
  // In one pass: what someone searches for may look like a placeholder.
  const titled =
    query.text === '' ? page : page.replace('<title>Search', () => `<title>${values[QUERY]!} – Search`);
  return titled.replaceAll(/\{\{(?:query|results)\}\}/g, (placeholder) => values[placeholder]!);
}

function results(query: TextQuery, { parts, total, relatedTerms }: DocsSearchResult): Html {
  if (query.groups.length === 0)
    return html`<p>Enter one or more words, such as the name of a field or an error code.</p>`;
  if (total === 0)
    return html`<p>
      Nothing found for <strong>${query.text}</strong>. Try fewer or other words, or choose from
      <a href="/docs/operations">all operations</a>.
    </p>`;
  const finder = finderOf(query, relatedTerms);
  return html`<p>
      ${total === 1 ? '1 result' : `${total} results`} for <strong>${query.text}</strong>${
        total > parts.length && `; the first ${parts.length} are`
      }:
    </p>
    <ol class="found">
      ${parts.map(
        ({ address, title, page, text }) =>
          html`<li>
            <a href="${address}">${marked(title, finder)}</a>
            ${page && html`<span class="quiet">${page}</span>`}
            <p>${marked(snippetOf(text, finder), finder)}</p>
          </li>`,
      )}
    </ol>`;
}

/** A text with the words that the search found marked. */
function marked(text: string, finder: Finder): Fragment {
  const ranges = finder.rangesIn(text);
  return [
    ...ranges.flatMap(({ start, end }, position) => [
      text.slice(ranges[position - 1]?.end ?? 0, start),
      html`<mark>${text.slice(start, end)}</mark>`,
    ]),
    text.slice(ranges.at(-1)?.end ?? 0),
  ];
}
