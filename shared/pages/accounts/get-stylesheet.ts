import { notFound } from '../../kernel/core/errors.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import {
  docsScript,
  docsSheet,
  icon,
  pageScript,
  pageSheet,
  portalSheet,
  touchIcon,
  uploadScript,
  type Asset,
} from '../../kernel/html/assets.ts';

const assets = new Map<string, Asset>(
  [pageSheet, docsSheet, portalSheet, docsScript, pageScript, uploadScript, icon, touchIcon].map((asset) => [
    asset.path,
    asset,
  ]),
);

/** The stylesheets and icons of all pages, and their scripts. */
export const getStylesheet: WebRoute = {
  id: 'getStylesheet',
  method: 'GET',
  path: '/assets/{file}',
  handle: async ({ request }) => {
    const asset = assets.get(request.path);
    if (!asset) throw notFound('file');
    return {
      status: 200,
      headers: {
        'content-type': asset.contentType,
        'cache-control': 'public, max-age=31536000, immutable',
      },
      body: asset.text,
    };
  },
};
