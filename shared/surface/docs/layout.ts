import { docsScript, docsSheet } from '../../browser/assets.ts';
import { manifest, socialPicture } from '../../kernel/html/assets.ts';
import { languages, type Language } from '../../kernel/core/languages.ts';
import { documentView } from '../../kernel/html/document-view.ts';
import { truncate } from '../../kernel/core/truncate.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../../pages/messages/page-messages.ts';
import { BASE_URL } from './base-url.ts';
import { CHANGELOG, changelogFeeds } from './changelog-address.ts';
import { searchForm } from './search-form.ts';

/** A page as listed in the navigation. */
interface MapEntry {
  /** Its path under /docs; empty for the first page. */
  slug: string;
  title: string;
  /** What is listed below it where it is open: its sections, or the pages of its operations. */
  parts: readonly { address: string; title: string }[];
}

/** The pages in the navigation, in groups; those of a group without a title are not folded. */
export type PageMap = readonly {
  kind: 'Guides' | 'Reference';
  title: string;
  entries: readonly MapEntry[];
}[];

export const addressOf = (slug: string): string => (slug ? `/docs/${slug}` : '/docs');

/** Maximum length of a page's description in characters. */
const DESCRIPTION_MAX_CHARACTERS = 180;

const ownFiles = { sheet: docsSheet.path, script: docsScript.path };

interface PagePosition {
  /** The page in the navigation; undefined for pages that are not in it. */
  slug?: string | undefined;
  /** The part of it that this page is, if it has a page of its own. */
  part?: string | undefined;
  /** What the page is about, in a sentence or two. */
  about?: string | undefined;
  /** The form for searching, where it is not to be empty. */
  form?: Fragment;
}

/** A documentation page. */
export const docsDocument = (
  title: string,
  body: Fragment,
  map: PageMap,
  { slug, part, about, form = searchForm() }: PagePosition = {},
): string =>
  documentView({
    title,
    body: slug === undefined ? body : [markdownLink(part ?? addressOf(slug)), body],
    ...ownFiles,
    head: slug === undefined ? unlisted : headView({ title, path: part ?? addressOf(slug), about }),
    skip: skipLink,
    account: [form, topLinks],
    navigation: html`<div class="map">
      <nav class="wide-only" aria-label="Documentation">${groups(map, { slug, part })}</nav>
      <nav class="narrow-only" aria-label="All pages">
        <details>
          <summary>All pages</summary>
          <div>${groups(map, { slug, part })}</div>
        </details>
      </nav>
    </div>`,
  }).text;

/** The address of the home page in a language, for links and search engines; `/` alone is in the reader's. */
export const homeAddress = (language: Language): string => `/?language=${language}`;

/** The home page, in the language of its texts. */
export const homeDocument = (t: PageTexts, body: Fragment): string => {
  const title = t.text('home.title');
  return documentView({
    title,
    language: t.language,
    body,
    ...ownFiles,
    head: html`${headView({ title, path: t.language === 'en' ? '/' : homeAddress(t.language), about: t.text('home.lead') })}
      ${languages.map((code) => html`<link rel="alternate" hreflang="${code}" href="${BASE_URL}${homeAddress(code)}" />`)}
      <link rel="alternate" hreflang="x-default" href="${BASE_URL}/" />`,
    skip: html`<a class="skip" href="#content">${t.text('layout.skip')}</a>`,
    account: topLinksIn({ docs: t.text('error.docs'), account: t.text('account.title') }),
  }).text;
};

/** What is at no address of its own. */
const unlisted = html`<meta name="robots" content="noindex" />`;

interface DocsHead {
  title: string;
  path: string;
  about: string | undefined;
}

/** What search engines and link previews read of a page, and where its Markdown is. */
function headView({ title, path, about }: DocsHead): Html {
  const text = about && truncate(about.replaceAll(/[`*]|\]\([^)]*\)|\[/g, ''), DESCRIPTION_MAX_CHARACTERS);
  return html`${text && html`<meta name="description" content="${text}" />`}
    <link rel="canonical" href="${BASE_URL}${path}" />
    ${path.startsWith('/docs') && html`<link rel="alternate" type="text/markdown" href="${path}.md" />`}
    ${path === `/docs/${CHANGELOG}` && feedLinks}
    <meta property="og:title" content="${title}" />
    <meta property="og:site_name" content="Plotline" />
    <meta property="og:type" content="website" />
    <meta property="og:url" content="${BASE_URL}${path}" />
    ${text && html`<meta property="og:description" content="${text}" />`}
    <meta property="og:image" content="${BASE_URL}${socialPicture.path}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="Plotline" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="manifest" href="${manifest.path}" />`;
}

const markdownLink = (path: string): Html => html`<a class="as-markdown" href="${path}.md">Markdown</a>`;

const feedLinks = Object.entries(changelogFeeds).map(
  ([extension, { type, title }]) =>
    html`<link rel="alternate" type="${type}" title="${title}" href="/docs/${CHANGELOG}.${extension}" />`,
);

const skipLink = html`<a class="skip" href="#content">Skip to content</a>`;

/** Pages are cached, so none says whether its reader is signed in. */
const topLinksIn = ({ docs, account }: { docs: string; account: string }): Html =>
  html`<nav aria-label="Plotline">
    <a href="/docs">${docs}</a> <a href="/openapi.json">OpenAPI</a> <a href="/account">${account}</a>
  </nav>`;

const topLinks = topLinksIn({ docs: 'Docs', account: 'Account' });

const open = html`aria-current="page"`;

/** The groups of the navigation, of which that of the current page is open. */
function groups(map: PageMap, current: Pick<PagePosition, 'slug' | 'part'>): Fragment {
  const place = map.findIndex(({ entries }) => entries.some(({ slug }) => slug === current.slug));
  return map.map(
    ({ kind, title, entries }, at) =>
      html`${kind !== map[at - 1]?.kind && html`<p class="kind">${kind}</p>`}
      ${group(
        title,
        at === place,
        html`<ul>
          ${entries.map((entry) => item(entry, current))}
        </ul>`,
      )}`,
  );
}

const group = (title: string, isOpen: boolean, list: Fragment): Fragment =>
  title === ''
    ? list
    : html`<details ${isOpen && 'open'}>
        <summary><span class="heading">${title}</span></summary>
        ${list}
      </details>`;

function item({ slug, title, parts }: MapEntry, current: Pick<PagePosition, 'slug' | 'part'>): Fragment {
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
