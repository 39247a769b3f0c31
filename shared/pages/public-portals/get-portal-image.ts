import { cacheControl, publicNotFound, withEtag } from '../../kernel/api/http/public-read.ts';
import type { WebCall, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { imagePath, type ImageOwner, type ImageType } from '../../feedback/portal/image.ts';
import { readVersion } from '../../feedback/portal/image-files.ts';
import { parseImageName } from '../../feedback/portal/image-name.ts';
import { cleanImage } from '../../feedback/portal/images/clean-image.ts';
import { getImage, getImagePlace, type StoredImage } from '../../feedback/portal/image-store.ts';
import { getPortalItem, toPortal } from '../../feedback/portal/portal-store.ts';
import { getFeedbackCommentItem, toFeedbackComment } from '../../feedback/items/comment-store.ts';
import { getItem, toItem } from '../../feedback/items/item-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { cookieNames } from '../session/cookies.ts';
import { CACHE_SECONDS } from '../portal/find-portal.ts';

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
    const name = parseImageName(request.parameters['imageId'] ?? '');
    if (!name) throw publicNotFound();
    // What there is not is read too, so that response times reveal nothing of private portals.
    const { portalId, owner } = (await getImagePlace(read, name.id)) ?? { portalId: name.id };
    const [item, image, isNamed] = await Promise.all([
      getPortalItem(read, portalId),
      getImage(read, name.id),
      owner === undefined || isShownBy(read, owner, name.id),
    ]);
    const isPublic = item !== undefined && toPortal(item).visibility === 'public';
    if (!isPublic && !(await isForTeam(call, portalId))) throw publicNotFound();
    if (!image || !isNamed) throw publicNotFound();
    if (name.size && !isSizeOf(image, name.size)) return redirectResponse(imagePath(name.id));
    const file = await fileOf(call, image, name.fit);
    if (!file) throw publicNotFound();
    return withEtag(request, {
      status: 200,
      headers: {
        'content-type': file.type,
        'cache-control': isPublic ? cacheControl(CACHE_SECONDS) : 'private, no-store',
        // Whatever else a browser may see in the bytes, it can do nothing here.
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      },
      body: file.bytes,
    });
  },
};

/** Any other size in an address would be one more copy in each cache. */
const isSizeOf = (image: StoredImage, { width, height }: { width: number; height: number }): boolean =>
  image.width === width && image.height === height;

/** Whether the public sees an idea or comment that names an image which a visitor has added to it. */
async function isShownBy(read: Reader, { kind, id }: ImageOwner, imageId: string): Promise<boolean> {
  if (kind === 'item') {
    const item = await getItem(read, id);
    const { hidden, description } = item ? toItem(item) : { hidden: true, description: null };
    return !hidden && description !== null && description.includes(imageId);
  }
  const comment = await getFeedbackCommentItem(read, id);
  if (!comment) return false;
  const { hidden, internal, content } = toFeedbackComment(comment);
  return !hidden && !internal && content.includes(imageId);
}

/** The file of an image that suits a width. Metadata is removed from small ones of before that was done to uploads. */
export async function fileOf(
  { services }: WebCall,
  { bytes, files, type }: StoredImage,
  fit: number | undefined,
): Promise<{ type: ImageType; bytes: Buffer } | undefined> {
  if (!files) return bytes && cleanImage(Buffer.from(bytes));
  const version = await readVersion(services, files, fit);
  return version && { type, bytes: version };
}

/** Whether a member of the team asks for an image of a private portal. Others cost no more than before. */
async function isForTeam(call: WebCall, portalId: string): Promise<boolean> {
  if (call.request.cookies[cookieNames.session] === undefined) return false;
  const { isPrivateToTeam } = await import('./preview.ts');
  return await isPrivateToTeam(call, portalId);
}
