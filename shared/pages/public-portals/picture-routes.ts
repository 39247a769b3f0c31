import { errorEnvelope } from '../../kernel/api/http/envelope.ts';
import { Moved, movedPermanently, publicNotFound } from '../../kernel/api/http/public-read.ts';
import type { WebCall, WebResponse, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { getPortalImage } from './get-portal-image.ts';
import { areSlugs } from '../portal/public-portal.ts';
import { visitorPictureRoutes } from './visitor-pages.ts';

const PORTAL = '/portals/{portalSlug}/feedback';
const ITEM = `${PORTAL}/items/{itemSlug}`;

type Draw = (call: WebCall) => Promise<WebResponse>;

/** A drawn picture. Its code is loaded with the first request. */
const drawn = (id: string, path: string, load: () => Promise<Draw>): WebRoute => ({
  id,
  method: 'GET',
  path,
  async handle(call) {
    if (!areSlugs(call.request.parameters)) throw publicNotFound();
    return await (
      await load()
    )(call);
  },
  answerError: (error, call) =>
    error instanceof Moved ? movedPermanently(path, error, call.request) : errorEnvelope(error, call, { id }),
});

/** A picture for link previews. */
const preview = (id: string, place: string, load: () => Promise<Draw>): WebRoute =>
  drawn(id, `${place}/social.png`, load);

const drawing = () => import('./get-social-picture.ts');

const previews = [
  preview('getPortalPicture', PORTAL, async () => (await drawing()).getPortalPicture),
  preview('getItemPicture', ITEM, async () => (await drawing()).getItemPicture),
  preview(
    'getUpdatePicture',
    `${PORTAL}/updates/{updateSlug}`,
    async () => (await drawing()).getUpdatePicture,
  ),
];

const icon = drawn(
  'getPortalIcon',
  `${PORTAL}/icon.png`,
  async () => (await import('./get-portal-icon.ts')).getPortalIcon,
);

/** The images of portals, their icons, the pictures of link previews, and the forms that add pictures to texts. */
export const pictureRoutes: WebRoute[] = [getPortalImage, ...previews, icon, ...visitorPictureRoutes].map(
  (route) => ({ ...route, limitedBy: 'network' }),
);
