import { errorEnvelope } from '../../kernel/api/http/envelope.ts';
import { Moved, movedPermanently, publicNotFound } from '../../kernel/api/http/public-read.ts';
import type { WebCall, WebResponse, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { IMAGE_FORM_MAX_BYTES } from '../../feedback/portals/image.ts';
import { getPortalImage } from './get-portal-image.ts';
import { portalRoute } from './portal-route.ts';
import { areSlugs } from './public-portal.ts';
import { withPreview } from './with-preview.ts';

const PORTAL = '/portals/{portalSlug}/feedback';
const ITEM = `${PORTAL}/items/{itemSlug}`;
const COMMENT = `${ITEM}/comments/{commentId}`;

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

/** A form in which visitors add a picture to what they wrote, and its page. */
const forms = (
  what: string,
  place: string,
  load: () => Promise<{ show: WebRoute; add: WebRoute }>,
): WebRoute[] => {
  const path = `${place}/picture`;
  const show = portalRoute({
    id: `showPictureFormOf${what}`,
    method: 'GET',
    path,
    handle: async (call) => (await load()).show.handle(call),
  });
  const add = portalRoute({
    id: `addPictureTo${what}`,
    method: 'POST',
    path,
    handle: async (call) => (await load()).add.handle(call),
  });
  return [show, { ...add, bodyMaxBytes: IMAGE_FORM_MAX_BYTES }].map(withPreview);
};

const adding = () => import('./add-picture.ts');

/** The images of portals, their icons, the pictures of link previews, and the forms that add pictures to texts. */
export const pictureRoutes: WebRoute[] = [
  getPortalImage,
  ...previews,
  icon,
  ...forms('Item', ITEM, async () => (await adding()).itemPicture),
  ...forms('Comment', COMMENT, async () => (await adding()).commentPicture),
].map((route) => ({ ...route, limitedBy: 'network' }));
