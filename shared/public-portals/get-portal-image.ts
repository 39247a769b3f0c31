import { publicNotFound } from '../api/http/public-read.ts';
import type { WebRoute } from '../api/operation/web-route.ts';
import { imagePath } from '../portals/image.ts';
import { getImage } from '../portals/image-store.ts';

/** An image of a portal, for embedding anywhere. It never changes. */
export const getPortalImage: WebRoute = {
  id: 'getPortalImage',
  method: 'GET',
  path: imagePath('{imageId}'),
  handle: async ({ request, read }) => {
    const { imageId = '' } = request.parameters;
    const known = /^[0-9a-f-]{36}$/.test(imageId);
    const image = known ? await getImage(read, imageId) : undefined;
    if (!image) throw publicNotFound();
    return {
      status: 200,
      headers: {
        'content-type': image.type,
        'cache-control': 'public, max-age=31536000, immutable',
        // Even if a browser interprets the bytes as something else, nothing in them can run.
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      },
      body: Buffer.from(image.bytes),
    };
  },
};
