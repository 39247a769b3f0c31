import { notFound } from '../core/errors.ts';
import { prefersHtml } from '../api/http/public-read.ts';
import type { WebRequest, WebResponse, WebRoute } from '../api/operation/web-route.ts';
import { pageHeaders } from '../pages/headers.ts';
import { pageFile, type PageFile } from './page-file.ts';

/** The first page of the documentation. */
export const showDocs: WebRoute = {
  id: 'showDocs',
  method: 'GET',
  path: '/docs',
  handle: async ({ request, services }) => pageResponse(request, pageFile('index', services.baseUrl())!),
};

/** Pages with their own route, or none. */
const notInDocs = ['index', 'home', 'missing'];

/** Any other page. */
export const showDocsPage: WebRoute = {
  id: 'showDocsPage',
  method: 'GET',
  path: '/docs/{page}',
  handle: async ({ request, services }) => {
    const name = request.parameters['page']!;
    const base = services.baseUrl();
    const file = notInDocs.includes(name) ? undefined : pageFile(name, base);
    if (file) return pageResponse(request, file);
    if (!prefersHtml(request)) throw notFound('page');
    return { ...pageResponse(request, pageFile('missing', base)!), status: 404 };
  },
};

/** The home page of the service, for people, with links for developers. */
export const showHome: WebRoute = {
  id: 'showHome',
  method: 'GET',
  path: '/',
  handle: async ({ request, services }) => {
    const base = services.baseUrl();
    if (prefersHtml(request)) return pageResponse(request, pageFile('home', base)!);
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

/**
 * A page, compressed if the client accepts it. Caches must revalidate it each time, because its stylesheet
 * URLs are tied to its version.
 */
function pageResponse({ headers }: WebRequest, { text, gzip, etag }: PageFile): WebResponse {
  const kept = { 'cache-control': 'public, no-cache', vary: 'Accept, Accept-Encoding', etag };
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  if (known.includes(etag)) return { status: 304, headers: kept };
  const compressed = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(headers['accept-encoding'] ?? '');
  return {
    status: 200,
    headers: {
      ...pageHeaders({ script: true }),
      ...kept,
      ...(compressed ? { 'content-encoding': 'gzip' } : {}),
    },
    body: compressed ? gzip : text,
  };
}
