import { BULK_BODY_MAX_BYTES } from '../../kernel/api/http/body-limits.ts';
import type { ResourceOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { PageError } from '../session/page-error.ts';
import { page } from '../kit/page.ts';
import { formRoutes, pageRoutes } from '../kit/page-routes.ts';
import { portalRoute } from '../portal/portal-route.ts';
import { IMAGE_FORM_MAX_BYTES } from '../../feedback/portal/image.ts';

const MANAGE = '/portals/{portalSlug}/manage';
const ITEM = `${MANAGE}/items/{itemSlug}`;
const NEW_UPDATE = `${MANAGE}/new-update`;
const UPDATE = `${MANAGE}/updates/{updateSlug}`;

const settings = { path: `${MANAGE}/settings`, code: () => import('./settings-page.ts') };
const newUpdate = { path: NEW_UPDATE, keepsDrafts: true, code: () => import('./new-update-page.ts') };
const update = { path: UPDATE, keepsDrafts: true, code: () => import('./update-page.ts') };

/** The pages of a portal's team. Their code is loaded with the first request, since few visitors are of a team. */
const pages = (createStory: () => Promise<ResourceOperation>) => [
  page({
    id: 'managePortal',
    path: MANAGE,
    code: () => import('./inbox-page.ts'),
    forms: { chooseTeamMail: `${MANAGE}/mail` },
  }),
  page({
    id: 'manageItem',
    path: ITEM,
    keepsDrafts: true,
    async code() {
      const [{ page }, { actOnItem }] = await Promise.all([
        import('./item-page.ts'),
        import('./item-form.ts'),
      ]);
      return { page, forms: { actOnItem: actOnItem(await createStory()) } };
    },
    forms: { actOnItem: `${ITEM}/{act}` },
  }),
  page({
    id: 'manageSettings',
    ...settings,
    forms: {
      saveSettings: settings.path,
      saveBoards: `${MANAGE}/boards`,
      makeCustomerSecret: `${MANAGE}/customer-secret`,
    },
  }),
  page({ id: 'manageUpdates', path: `${MANAGE}/updates`, code: () => import('./updates-page.ts') }),
  page({ id: 'showNewUpdate', ...newUpdate, forms: { addUpdate: NEW_UPDATE } }),
  page({ id: 'manageUpdate', ...update, forms: { actOnUpdate: UPDATE } }),
];

const team = async () => (await import('./team-call.ts')).teamMembers;

/** The pages on which the members of a workspace manage its portals, and make stories of items by an operation. */
export const teamRoutes = (createStory: () => Promise<ResourceOperation>): WebRoute[] =>
  // In a form, a letter takes up to nine bytes.
  pageRoutes(team, pages(createStory)).map((route) => limited(route, BULK_BODY_MAX_BYTES));

/** The forms with which members upload images, which a function of their own serves. */
export const teamPictureRoutes: WebRoute[] = [
  ...formRoutes(team, page({ id: 'settings', ...settings, forms: { saveLogo: `${MANAGE}/logo` } })),
  ...formRoutes(team, page({ id: 'update', ...update, forms: { addPictureToUpdate: `${UPDATE}/picture` } })),
  ...formRoutes(
    team,
    page({ id: 'newUpdate', ...newUpdate, forms: { addUpdateWithCover: `${NEW_UPDATE}/picture` } }),
  ),
].map((route) => limited(route, IMAGE_FORM_MAX_BYTES));

/** A route of a portal that counts requests of networks, with forms of up to some bytes. */
function limited(route: WebRoute, bodyMaxBytes: number): WebRoute {
  const { answerError, ...ofPortal } = portalRoute(route);
  return {
    ...ofPortal,
    limitedBy: 'network',
    bodyMaxBytes,
    answerError: (error, call) => answerError!(isTooLarge(error) ? tooLarge() : error, call),
  };
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'request_too_large';

const tooLarge = (): PageError => new PageError(413, 'error.tooLarge', 'error.tooLargeText');
