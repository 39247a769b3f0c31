import { docsScript, docsSheet } from '../../kernel/html/assets.ts';
import { documentView } from '../../kernel/html/document-view.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { searchForm } from './search-form.ts';

/** A page as listed in the navigation. */
interface MapEntry {
  /** Its path under /docs; empty for the first page. */
  slug: string;
  title: string;
  /** What is listed below it where it is open: its sections, or the pages of its operations. */
  parts: readonly { address: string; title: string }[];
}

/** The pages in the navigation, in groups. */
export type PageMap = readonly { title: string; entries: readonly MapEntry[] }[];

export const addressOf = (slug: string): string => (slug ? `/docs/${slug}` : '/docs');

/** The page of an operation, below its tag's. */
export const operationAddress = (slug: string, operationId: string): string =>
  `${addressOf(slug)}/${operationId}`;

const ownFiles = { sheet: docsSheet.path, script: docsScript.path };

interface Place {
  /** The page in the navigation; undefined for pages that are not in it. */
  slug?: string | undefined;
  /** The part of it that this page is, if it has a page of its own. */
  part?: string | undefined;
  /** The form for searching, where it is not to be empty. */
  form?: Fragment;
}

/** A documentation page. */
export const docsDocument = (
  title: string,
  body: Fragment,
  map: PageMap,
  { slug, part, form = searchForm() }: Place = {},
): string =>
  documentView({
    title,
    body,
    ...ownFiles,
    account: topLinks,
    navigation: html`<div class="map">
      ${form}
      <nav class="wide-only" aria-label="Documentation">${groups(map, { slug, part })}</nav>
      <nav class="narrow-only" aria-label="All pages">
        <details>
          <summary>All pages</summary>
          <div>${groups(map, { slug, part })}</div>
        </details>
      </nav>
    </div>`,
  }).text;

/** A page without the navigation. */
export const plainDocument = (title: string, body: Fragment): string =>
  documentView({ title, body, ...ownFiles, account: topLinks }).text;

const topLinks = html`<a class="skip" href="#content">Skip to content</a>
  <nav aria-label="Plotline"><a href="/docs">Documentation</a> <a href="/openapi.json">OpenAPI</a></nav>`;

const open = html`aria-current="page"`;

const groups = (map: PageMap, current: Pick<Place, 'slug' | 'part'>): Fragment =>
  map.map(
    ({ title, entries }) =>
      html`<p class="heading">${title}</p>
        <ul>
          ${entries.map((entry) => item(entry, current))}
        </ul>`,
  );

function item({ slug, title, parts }: MapEntry, current: Pick<Place, 'slug' | 'part'>): Fragment {
  if (slug !== current.slug) return html`<li><a href="${addressOf(slug)}">${title}</a></li>`;
  return html`<li>
    <a href="${addressOf(slug)}" ${current.part === undefined && open}>${title}</a>${
      parts.length > 0 &&
      html`<ul>
        ${parts.map((one) => html`<li><a href="${one.address}" ${one.address === current.part && open}>${one.title}</a></li>`)}
      </ul>`
    }
  </li>`;
}
