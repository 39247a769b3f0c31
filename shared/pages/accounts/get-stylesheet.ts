import { notFound } from '../../kernel/core/errors.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { readStoredAsset } from './stored-asset.ts';

/** The stylesheets and icons of all pages, and their scripts. They are loaded with the first request for one. */
export const getStylesheet: WebRoute = {
  id: 'getStylesheet',
  method: 'GET',
  path: '/assets/{file}',
  handle: async ({ request }) => {
    const { assetFiles } = await import('../../browser/asset-files.ts');
    const asset = assetFiles.get(request.path) ?? (await readStoredAsset(request.path));
    if (!asset) throw notFound('file');
    return {
      status: 200,
      headers: {
        'content-type': asset.contentType,
        'cache-control': 'public, max-age=31536000, immutable',
      },
      body: asset.contents,
    };
  },
};
