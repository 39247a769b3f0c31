import { IMAGE_FORM_MAX_BYTES } from '../../feedback/portal/image.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { page, type Page } from '../kit/page.ts';
import { formRoutes, pageRoutes } from '../kit/page-routes.ts';
import { portalRoute } from '../portal/portal-route.ts';
import type { VisitorCall } from './visitors.ts';
import { withPreview } from './with-preview.ts';

const PORTAL = '/portals/{portalSlug}/feedback';
const NEW = `${PORTAL}/new`;
const MINE = `${PORTAL}/mine`;
const ITEM = `${PORTAL}/items/{itemSlug}`;
const COMMENT = `${ITEM}/comments/{commentId}`;

const visitors = async () => (await import('./visitors.ts')).visitors;
const itemForms = () => import('./item-forms.ts');

/** Pages for people who have signed in. Their code is loaded with the first request, since most requests only read. */
const ownPages: Page<VisitorCall>[] = [
  page({
    id: 'showOwnItems',
    path: MINE,
    code: () => import('./own-items-page.ts'),
    forms: { deleteOwnItem: `${ITEM}/delete` },
  }),
  page({
    id: 'showOwnItem',
    path: `${ITEM}/edit`,
    keepsDrafts: true,
    code: () => import('./own-item-form.ts'),
    forms: { editOwnItem: `${ITEM}/edit` },
  }),
  page({
    id: 'showOwnComment',
    path: COMMENT,
    keepsDrafts: true,
    code: () => import('./own-comment-form.ts'),
    forms: { editOwnComment: COMMENT },
  }),
];

/** The forms of pages that everyone sees. */
const publicPages: Page<VisitorCall>[] = [
  page({
    id: 'newIdea',
    path: NEW,
    keepsDrafts: true,
    code: () => import('./new-idea-form.ts'),
    forms: { submitFeedbackItem: NEW },
  }),
  page({
    id: 'comments',
    path: ITEM,
    keepsDrafts: true,
    code: async () => (await itemForms()).comments,
    forms: { commentOnFeedbackItem: `${ITEM}/comments` },
  }),
  page({
    id: 'item',
    path: ITEM,
    code: async () => (await itemForms()).buttons,
    forms: {
      voteForFeedbackItem: `${ITEM}/vote`,
      followFeedbackItem: `${ITEM}/follow`,
      deleteOwnComment: `${COMMENT}/delete`,
      reactToComment: `${COMMENT}/reaction`,
    },
  }),
  page({
    id: 'updates',
    path: `${PORTAL}/updates`,
    code: () => import('./updates-form.ts'),
    forms: { subscribeToUpdates: `${PORTAL}/subscription` },
  }),
];

/** The form for an idea, which strangers fill in before they sign in. */
const showFeedbackForm = portalRoute({
  id: 'showFeedbackForm',
  method: 'GET',
  path: NEW,
  handle: async (call) => await (await import('./new-idea-form.ts')).newIdeaPage(call),
});

/** What visitors write, change and delete. */
export const visitorRoutes: WebRoute[] = [
  showFeedbackForm,
  ...[...pageRoutes(visitors, ownPages), ...publicPages.flatMap((one) => formRoutes(visitors, one))].map(
    portalRoute,
  ),
];

const pictures = () => import('./picture-forms.ts');

const picturePages: Page<VisitorCall>[] = [
  page({
    id: 'showPictureFormOfItem',
    path: `${ITEM}/picture`,
    code: async () => (await pictures()).itemPicture,
    forms: { addPictureToItem: `${ITEM}/picture` },
  }),
  page({
    id: 'showPictureFormOfComment',
    path: `${COMMENT}/picture`,
    code: async () => (await pictures()).commentPicture,
    forms: { addPictureToComment: `${COMMENT}/picture` },
  }),
];

/** The forms in which visitors add a picture to what they wrote, which a function of their own serves. */
export const visitorPictureRoutes: WebRoute[] = pageRoutes(visitors, picturePages).map((route) =>
  withPreview({
    ...portalRoute(route),
    ...(route.method === 'POST' && { bodyMaxBytes: IMAGE_FORM_MAX_BYTES }),
  }),
);
