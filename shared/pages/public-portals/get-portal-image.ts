import { cacheControl, publicNotFound, withEtag } from '../../kernel/api/http/public-read.ts';
import type { WebCall, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { imagePath } from '../../feedback/portals/image.ts';
import { cleanImage } from '../../feedback/portals/images/clean-image.ts';
import { getImage, getImagePortal } from '../../feedback/portals/image-store.ts';
import { getPortalItem, toPortal } from '../../feedback/portals/portal-store.ts';
import { cookieNames } from '../accounts/cookies.ts';
import { CACHE_SECONDS } from './find-portal.ts';

/**
 * An image of a public portal, for pages and previews anywhere. Caches ask for it again after a minute: an image never
 * changes, but it is taken down with its portal. Those of a private portal are for its team.
 */
export const getPortalImage: WebRoute = {
  id: 'getPortalImage',
  method: 'GET',
  path: imagePath('{imageId}'),
  handle: async (call) => {
    const { request, read } = call;
    const { imageId = '' } = request.parameters;
    if (!/^[0-9a-f-]{36}$/.test(imageId)) throw publicNotFound();
    // What there is not is read too, so that response times reveal nothing of private portals.
    const portalId = (await getImagePortal(read, imageId)) ?? imageId;
    const [item, image] = await Promise.all([getPortalItem(read, portalId), getImage(read, imageId)]);
    const isPublic = item !== undefined && toPortal(item).visibility === 'public';
    if (!isPublic && !(await isForTeam(call, portalId))) throw publicNotFound();
    if (!image) throw publicNotFound();
    // Images of before they were cleaned when they are uploaded still have their metadata.
    const cleaned = cleanImage(Buffer.from(image.bytes));
    if (!cleaned) throw publicNotFound();
    return withEtag(request, {
      status: 200,
      headers: {
        'content-type': cleaned.type,
        'cache-control': isPublic ? cacheControl(CACHE_SECONDS) : 'private, no-store',
        // Whatever else a browser may see in the bytes, it can do nothing here.
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      },
      body: cleaned.bytes,
    });
  },
};

/** Whether a member of the team asks for an image of a private portal. Others cost no more than before. */
async function isForTeam(call: WebCall, portalId: string): Promise<boolean> {
  if (call.request.cookies[cookieNames.session] === undefined) return false;
  const { isPrivateToTeam } = await import('./preview.ts');
  return await isPrivateToTeam(call, portalId);
}
