import { BULK_BODY_MAX_BYTES } from '../../kernel/api/http/body-limits.ts';
import type { ResourceOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { PageError } from '../accounts/page-error.ts';
import { portalRoute } from '../public-portals/portal-route.ts';
import { IMAGE_FORM_MAX_BYTES } from '../../feedback/portals/image.ts';
import type { TeamForm, TeamPage } from './team-call.ts';

/** Pages of a portal's team. Their code is loaded with the first request, since few visitors are of a team. */
const page = (id: string, path: string, load: () => Promise<TeamPage>): WebRoute =>
  portalRoute({
    id,
    method: 'GET',
    path: `/portals/{portalSlug}/manage${path}`,
    handle: async (call) => {
      const [{ showToTeam }, show] = await Promise.all([import('./team-call.ts'), load()]);
      return await showToTeam(call, show);
    },
  });

/** Forms of a portal's team. */
const form = (id: string, path: string, load: () => Promise<TeamForm>): WebRoute =>
  portalRoute({
    id,
    method: 'POST',
    path: `/portals/{portalSlug}/manage${path}`,
    handle: async (call) => {
      const [{ acceptFromTeam }, handle] = await Promise.all([import('./team-call.ts'), load()]);
      return await acceptFromTeam(call, handle);
    },
  });

type Load<T> = () => Promise<T>;

const routes = (createStory: Load<ResourceOperation>): WebRoute[] => [
  page('managePortal', '', async () => (await import('./inbox-page.ts')).inboxPage),
  form('chooseTeamMail', '/mail', async () => (await import('./inbox-page.ts')).chooseMail),
  page('manageItem', '/items/{itemSlug}', async () => (await import('./item-page.ts')).manageItemPage),
  form('actOnItem', '/items/{itemSlug}/{act}', async () => {
    const [{ actOnItem }, operation] = await Promise.all([import('./item-form.ts'), createStory()]);
    return actOnItem(operation);
  }),
  page('manageSettings', '/settings', async () => (await import('./settings-page.ts')).settingsPage),
  form('saveSettings', '/settings', async () => (await import('./settings-page.ts')).saveSettings),
  form('saveBoards', '/boards', async () => (await import('./settings-page.ts')).saveBoards),
  form(
    'makeCustomerSecret',
    '/customer-secret',
    async () => (await import('./settings-page.ts')).makeCustomerSecret,
  ),
  page('manageUpdates', '/updates', async () => (await import('./updates-page.ts')).updatesPage),
  page('showNewUpdate', '/new-update', async () => (await import('./update-page.ts')).newUpdatePage),
  form('addUpdate', '/new-update', async () => (await import('./update-form.ts')).addUpdate),
  page(
    'manageUpdate',
    '/updates/{updateSlug}',
    async () => (await import('./update-page.ts')).editUpdatePage,
  ),
  form('actOnUpdate', '/updates/{updateSlug}', async () => (await import('./update-form.ts')).actOnUpdate),
];

/** The pages on which the members of a workspace manage its portals, and make stories of items by an operation. */
export const teamRoutes = (createStory: Load<ResourceOperation>): WebRoute[] =>
  // In a form, a letter takes up to nine bytes.
  routes(createStory).map((route) => limited(route, BULK_BODY_MAX_BYTES));

/** A route that counts requests of networks, with forms of up to some bytes. */
const limited = (route: WebRoute, bodyMaxBytes: number): WebRoute => ({
  ...route,
  limitedBy: 'network',
  bodyMaxBytes,
  answerError: (error, call) => route.answerError!(isTooLarge(error) ? tooLarge() : error, call),
});

/** The forms with which members upload images, which a function of their own serves. */
export const teamPictureRoutes: WebRoute[] = [
  form('saveLogo', '/logo', async () => (await import('./settings-page.ts')).saveLogo),
  form(
    'addPictureToUpdate',
    '/updates/{updateSlug}/picture',
    async () => (await import('./update-form.ts')).actOnUpdate,
  ),
  form('addUpdateWithCover', '/new-update/picture', async () => (await import('./update-form.ts')).addUpdate),
].map((route) => limited(route, IMAGE_FORM_MAX_BYTES));

const isTooLarge = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'request_too_large';

const tooLarge = (): PageError => new PageError(413, 'error.tooLarge', 'error.tooLargeText');
