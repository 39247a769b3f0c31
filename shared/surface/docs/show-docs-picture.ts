import { existsSync, readFileSync } from 'node:fs';
import { notFound } from '../../kernel/core/errors.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { PICTURE_FILE } from './guide-picture.ts';

/** A picture of a guide, which the build copied next to this function's bundle. */
export const showDocsPicture: WebRoute = {
  id: 'showDocsPicture',
  method: 'GET',
  path: '/docs/images/{file}',
  handle: async ({ request }) => {
    const file = request.parameters['file']!;
    const url = new URL(`./docs/images/${file}`, import.meta.url);
    if (!PICTURE_FILE.test(file) || !existsSync(url)) throw notFound('file');
    return {
      status: 200,
      headers: {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=86400',
        'x-content-type-options': 'nosniff',
      },
      body: readFileSync(url),
    };
  },
};
