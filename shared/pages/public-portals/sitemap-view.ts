import { html, type Html } from '../../kernel/html/html.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** An index of sitemaps by their URLs. */
export const sitemapIndexView = (urls: readonly string[]): Html =>
  html`<sitemapindex xmlns="${NAMESPACE}">
    ${urls.map((url) => html`<sitemap><loc>${url}</loc></sitemap> `)}
  </sitemapindex>`;

interface SitemapPage {
  url: string;
  changedAt: string | undefined;
}

/** A sitemap of pages. */
export const sitemapView = (pages: readonly SitemapPage[]): Html =>
  html`<urlset xmlns="${NAMESPACE}">
    ${pages.map(
      ({ url, changedAt }) =>
        html`<url
          ><loc>${url}</loc>${changedAt !== undefined && html`<lastmod>${changedAt}</lastmod>`}</url
        > `,
    )}
  </urlset>`;
