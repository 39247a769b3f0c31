import { html, type Html } from '../../kernel/html/html.ts';

/** The most characters of a query. */
export const QUERY_MAX_CHARACTERS = 200;

/** The form on each page of the documentation; it works without a script. */
export const searchForm = (value = ''): Html =>
  html`<form role="search" action="/docs/find">
    <input
      type="search"
      name="q"
      value="${value}"
      maxlength="${QUERY_MAX_CHARACTERS}"
      placeholder="Find in the docs"
      aria-label="Search the documentation"
    />
    <button class="second">Search</button>
  </form>`;
