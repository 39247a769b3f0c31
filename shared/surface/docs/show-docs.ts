import { notFound } from '../../kernel/core/errors.ts';
import { prefersHtml } from '../../kernel/api/http/public-read.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { docsResponse } from './docs-response.ts';
import { pageFile } from './page-file.ts';

/** The first page of the documentation. */
export const showDocs: WebRoute = {
  id: 'showDocs',
  method: 'GET',
  path: '/docs',
  handle: async ({ request, services }) => docsResponse(request, pageFile('index', services.baseUrl())!),
};

/** Pages with their own route, or none. */
const notInDocs = ['index', 'home', 'missing', 'find'];

/** Any other page. */
export const showDocsPage: WebRoute = {
  id: 'showDocsPage',
  method: 'GET',
  path: '/docs/{page}',
  handle: async ({ request, services }) => {
    const name = request.parameters['page']!;
    const base = services.baseUrl();
    const file = notInDocs.includes(name) ? undefined : pageFile(name, base);
    if (file) return docsResponse(request, file);
    if (!prefersHtml(request)) throw notFound('page');
    return { ...docsResponse(request, pageFile('missing', base)!), status: 404 };
  },
};

/** The home page of the service, for people, with links for developers. */
export const showHome: WebRoute = {
  id: 'showHome',
  method: 'GET',
  path: '/',
  handle: async ({ request, services }) => {
    const base = services.baseUrl();
    if (prefersHtml(request)) return docsResponse(request, pageFile('home', base)!);
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
