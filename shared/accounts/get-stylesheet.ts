import { notFound } from '../api/errors.ts';
import type { WebRoute } from '../api/web-route.ts';
import { stylesheet, stylesheetPath } from '../pages/stylesheet.ts';

/** The stylesheet of every page. */
export const getStylesheet: WebRoute = {
  id: 'getStylesheet',
  method: 'GET',
  path: '/assets/{file}',
  handle: async ({ path }) => {
    if (path !== stylesheetPath) throw notFound('file');
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
