import { notFound } from '../../kernel/core/errors.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { docsScript, docsScriptPath } from '../../kernel/html/docs-script.ts';
import { stylesheets } from '../../kernel/html/stylesheets.ts';

/** The stylesheets of all pages, and the script of the documentation. */
export const getStylesheet: WebRoute = {
  id: 'getStylesheet',
  method: 'GET',
  path: '/assets/{file}',
  handle: async ({ request }) => {
    const script = request.path === docsScriptPath ? docsScript : undefined;
    const body = script ?? stylesheets.get(request.path);
    if (body === undefined) throw notFound('file');
    return {
      status: 200,
      headers: {
        'content-type': `text/${script === undefined ? 'css' : 'javascript'}; charset=utf-8`,
        'cache-control': 'public, max-age=31536000, immutable',
      },
      body,
    };
  },
};
