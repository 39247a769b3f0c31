import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { getPortalImage } from './get-portal-image.ts';
import { visitorPictures } from './add-picture.ts';
import { socialPictures } from './get-social-picture.ts';
import { withPreview } from './with-preview.ts';

/** The images of portals, and the pictures of link previews, and the forms that add pictures to texts. */
export const pictureRoutes: WebRoute[] = [
  getPortalImage,
  ...socialPictures,
  ...visitorPictures.map(withPreview),
].map((route) => ({
  ...route,
  limitedBy: 'network',
}));
