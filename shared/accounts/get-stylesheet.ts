import { notFound } from '../core/errors.ts';
import type { WebRoute } from '../api/operation/web-route.ts';
import { stylesheets } from '../pages/stylesheets.ts';

/** The stylesheets of all pages. */
export const getStylesheet: WebRoute = {
  id: 'getStylesheet',
  method: 'GET',
  path: '/assets/{file}',
  handle: async ({ request }) => {
    const stylesheet = stylesheets.get(request.path);
    if (stylesheet === undefined) throw notFound('file');
    return {
      status: 200,
      headers: {
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      },
      body: stylesheet,
    };
  },
};
