import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { finderOf, type Finder } from '../../kernel/words/highlight.ts';
import type { TextQuery } from '../../kernel/words/text-query.ts';
import { PAGE_RESULTS, type DocsSearchResult } from './find-in-docs.ts';
import { excerptOf } from './excerpt.ts';
import { QUERY_MAX_CHARACTERS, searchForm } from './search-form.ts';

/** Placeholders in the page of results, which the build writes before there is a search. */
export const QUERY = '{{query}}';
const RESULTS = '{{results}}';

/** The form on the page of results, with what was searched for. */
export const filledForm = searchForm(QUERY);

/** The page of results, to be filled in. */
export const searchView: Fragment = html`<h1>Search</h1>
  ${RESULTS}`;

/** Fills in the page of results for a query, or says that it is too long. */
export function filledIn(page: string, query: TextQuery, found: DocsSearchResult | 'long'): string {
  const values: Record<string, string> = {
    [QUERY]: html`${query.text}`.text,
    [RESULTS]: (found === 'long' ? tooLong : results(query, found)).text,
  };
  // In one pass: what someone searches for may look like a placeholder.
  const titled =
    query.text === '' ? page : page.replace('<title>Search', () => `<title>${values[QUERY]!} – Search`);
  return titled.replaceAll(/\{\{(?:query|results)\}\}/g, (placeholder) => values[placeholder]!);
}

const tooLong = html`<p>
  This search is too long. Search for fewer words, with at most ${QUERY_MAX_CHARACTERS} characters.
</p>`;

function results(query: TextQuery, found: DocsSearchResult): Html {
  const { parts, total, relatedTerms, searched, page, pages } = found;
  if (query.groups.length === 0)
    return html`<p>Enter one or more words, such as the name of a field or an error code.</p>`;
  if (total === 0)
    return html`<p>
      Nothing found for <strong>${query.text}</strong>. Try fewer or other words, or choose from
      <a href="/docs/operations">all operations</a>.
    </p>`;
  const finder = finderOf(query, relatedTerms);
  return html`<p>
      ${total === 1 ? '1 result' : `${total} results`} for <strong>${searched}</strong>${
        searched !== query.text && html`, not for <strong>${query.text}</strong>`
      }${pages > 1 && `, page ${page} of ${pages}`}:
    </p>
    <ol class="found" start="${(page - 1) * PAGE_RESULTS + 1}">
      ${parts.map(
        ({ address, title, page, text }) =>
          html`<li>
            <a href="${address}">${marked(title, finder)}</a>
            ${page && html`<span class="quiet">${page}</span>`}
            <p>${marked(excerptOf({ title, text }, finder), finder)}</p>
          </li>`,
      )}
    </ol>
    ${pages > 1 && otherPages(query, found)}`;
}

/** Links to the results before and after those of a page. */
function otherPages({ text }: TextQuery, { page, pages }: DocsSearchResult): Html {
  const address = (other: number) => `/docs/find?q=${encodeURIComponent(text)}&page=${other}`;
  return html`<nav class="more-results" aria-label="Pages of results">
    ${page > 1 && html`<a rel="prev" href="${address(page - 1)}">Previous results</a>`}
    ${page < pages && html`<a rel="next" href="${address(page + 1)}">More results</a>`}
  </nav>`;
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
