import { html, type Html } from '../../kernel/html/html.ts';

/** The form on each page of the documentation; it works without a script. */
export const searchForm = (value = ''): Html =>
  html`<form role="search" action="/docs/find">
    <input
      type="search"
      name="q"
      value="${value}"
      maxlength="200"
      placeholder="Find in the docs"
      aria-label="Search the documentation"
    />
    <button class="second">Search</button>
  </form>`;
