import { isLanguage } from '../../kernel/core/languages.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { prefersHtml } from '../../kernel/api/http/public-read.ts';
import { prefers } from '../../kernel/api/http/accept.ts';
import type { WebCall, WebResponse, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { languageOf } from '../../pages/session/texts-for.ts';
import { CHANGELOG, changelogFeeds } from './changelog-address.ts';
import { filteredChangelog } from './changelog-filter.ts';
import { docsResponse, textResponse } from './docs-response.ts';
import { DEMO_BOARD_VARIABLE, DEMO_PORTAL_VARIABLE, hasDemoPortal, withDemoLinks } from './demo-links.ts';
import { homeName, isHome } from './home-name.ts';
import { missingMarkdown, withSuggestions } from './missing-view.ts';
import { pageFile, toPageFile, type PageFile } from './page-file.ts';
import { suggestionsFor } from './search-docs.ts';
import { QUERY_MAX_CHARACTERS } from './search-form.ts';

const MARKDOWN = 'text/markdown';

/** The first page of the documentation. */
export const showDocs: WebRoute = {
  id: 'showDocs',
  method: 'GET',
  path: '/docs',
  handle: async (call) => showPage(call, 'index')!,
};

/** The first page as Markdown. */
export const showDocsMarkdown: WebRoute = {
  id: 'showDocsMarkdown',
  method: 'GET',
  path: '/docs.md',
  handle: async (call) => showPage(call, 'index', true)!,
};

/** Pages with their own route, or none. */
const notInDocs = ['missing', 'find', 'llms', 'llms-full'];

/** Any other page; `<page>.md` is its Markdown, and `changelog.json` and `changelog.atom` are feeds. */
export const showDocsPage: WebRoute = {
  id: 'showDocsPage',
  method: 'GET',
  path: '/docs/{page}',
  handle: async (call) => {
    const page = call.request.parameters['page']!;
    const feed = Object.entries(changelogFeeds).find(([extension]) => page === `${CHANGELOG}.${extension}`);
    if (feed) return showFeed(call, feed[1]);
    const name = page.replace(EXTENSION, '');
    const isInDocs = !notInDocs.includes(name) && !isHome(name) && page !== 'index';
    return isInDocs ? showNamed(call, page) : missing(call);
  },
};

/** The page of an operation. */
export const showOperationPage: WebRoute = {
  id: 'showOperationPage',
  method: 'GET',
  path: '/docs/{page}/{operationId}',
  handle: async (call) => {
    const { page, operationId } = call.request.parameters;
    return showNamed(call, `${page!}/${operationId!}`);
  },
};

/** The changelog as a feed, which readers of other sites may fetch. */
function showFeed(
  { request, services }: WebCall,
  { type, file }: (typeof changelogFeeds)[keyof typeof changelogFeeds],
): WebResponse {
  const { headers, ...response } = textResponse(
    request,
    pageFile(CHANGELOG, services.baseUrl(), file)!,
    type,
  );
  return { ...response, headers: { ...headers, 'access-control-allow-origin': '*' } };
}

const EXTENSION = /\.md$/;

const showNamed = (call: WebCall, name: string): WebResponse =>
  showPage(call, name.replace(EXTENSION, ''), EXTENSION.test(name)) ?? missing(call);

function missing({ request, services }: WebCall): WebResponse {
  const { page = '', operationId = page } = request.parameters;
  const baseUrl = services.baseUrl();
  const isMarkdown = EXTENSION.test(operationId) || prefers(request, MARKDOWN);
  if (!isMarkdown && !prefersHtml(request)) throw notFound('page');
  const words = operationId
    .replace(EXTENSION, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, QUERY_MAX_CHARACTERS);
  const suggestions = suggestionsFor(words, baseUrl);
  if (isMarkdown) {
    const file = toPageFile(missingMarkdown(baseUrl, suggestions));
    return { ...textResponse(request, file, `${MARKDOWN}; charset=utf-8`), status: 404 };
  }
  const text = withSuggestions(pageFile('missing', baseUrl)!.text, words, suggestions);
  return { ...docsResponse(request, toPageFile(text)), status: 404 };
}

/** A page as HTML, or as Markdown for those who ask for that or prefer it; undefined if there is no such page. */
function showPage({ request, services }: WebCall, name: string, asMarkdown = false): WebResponse | undefined {
  const isMarkdown = asMarkdown || prefers(request, MARKDOWN);
  const file = pageFile(name, services.baseUrl(), isMarkdown ? 'md' : 'html');
  if (!file) return undefined;
  const filtered = name === CHANGELOG && !isMarkdown && filteredChangelog(file.text, request.query);
  if (filtered) return docsResponse(request, toPageFile(filtered));
  return isMarkdown ? textResponse(request, file, `${MARKDOWN}; charset=utf-8`) : docsResponse(request, file);
}

const homes = new Map<string, PageFile>();

/** The home page in the language of its address, else of its reader, with the links to the demo that the environment names. */
async function homeFile({ request, services, read, now }: WebCall): Promise<PageFile> {
  const slug = services.setting(DEMO_PORTAL_VARIABLE);
  const portal = slug !== undefined && (await hasDemoPortal(read, slug, now)) ? slug : undefined;
  const named = request.query.get('language') ?? undefined;
  const language = isLanguage(named) ? named : (languageOf(request) ?? 'en');
  const key = `${language} ${portal ?? ''}`;
  const known = homes.get(key);
  if (known) return known;
  const { text } = pageFile(homeName(language), services.baseUrl())!;
  const file = toPageFile(withDemoLinks(text, portal, services.setting(DEMO_BOARD_VARIABLE)));
  homes.set(key, file);
  return file;
}

/** The home page of the service, for people, with links for developers. */
export const showHome: WebRoute = {
  id: 'showHome',
  method: 'GET',
  path: '/',
  handle: async (call) => {
    const { request, services } = call;
    const base = services.baseUrl();
    if (prefersHtml(request)) {
      const { headers, ...page } = docsResponse(request, await homeFile(call));
      const vary = 'Accept, Accept-Encoding, Accept-Language, Cookie';
      return { ...page, headers: { ...headers, vary } };
    }
    const data = {
      name: 'Plotline',
      description: 'Project planning as a service.',
      links: {
        documentation: `${base}/docs`,
        openapi: `${base}/openapi.json`,
        api: `${base}/api/v1`,
        mcp: `${base}/mcp`,
      },
    };
    return {
      status: 200,
      headers: { 'content-type': 'application/json', vary: 'Accept', 'cache-control': 'public, no-cache' },
      body: JSON.stringify({ data }),
    };
  },
};
