import { languages } from '../../kernel/core/languages.ts';
import { sitemapView } from '../../pages/public-portals/sitemap-view.ts';
import { BASE_URL } from './base-url.ts';
import type { DocsPage } from './docs-page.ts';
import { homeName } from './home-name.ts';
import { homeAddress } from './layout.ts';

/** Pages that search engines do not show. */
const UNLISTED = ['missing', 'find'];

/** The path of a page of the documentation. */
function docsPath(name: string): string {
  if (name === 'home') return '/';
  const language = languages.find((one) => homeName(one) === name);
  if (language !== undefined) return homeAddress(language);
  return name === 'index' ? '/docs' : `/docs/${name}`;
}

/** The sitemap of the documentation (https://www.sitemaps.org/protocol.html). */
export function docsSitemap(pages: readonly DocsPage[]): string {
  const listed = pages.filter(({ name }) => !UNLISTED.includes(name));
  const view = sitemapView(
    listed.map(({ name }) => ({ url: BASE_URL + docsPath(name), changedAt: undefined })),
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n${view.text}\n`;
}
