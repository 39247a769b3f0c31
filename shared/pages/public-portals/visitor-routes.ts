import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { portalRoute } from './portal-route.ts';

const PORTAL = '/portals/{portalSlug}/feedback';
const ITEM = `${PORTAL}/items/{itemSlug}`;
const COMMENT = `${ITEM}/comments/{commentId}`;

type Load = () => Promise<Pick<WebRoute, 'handle'>>;

/** Routes whose code is loaded with their first request, since most requests only read. */
const route =
  (method: 'GET' | 'POST') =>
  (id: string, path: string, load: Load): WebRoute =>
    portalRoute({ id, method, path, handle: async (call) => await (await load()).handle(call) });
const page = route('GET');
const form = route('POST');

const suggest = () => import('./submit-feedback-item.ts');
const editItem = () => import('./edit-own-item.ts');
const editComment = () => import('./edit-own-comment.ts');

/** What visitors write, change and delete. */
export const visitorRoutes: WebRoute[] = [
  page('showFeedbackForm', `${PORTAL}/new`, async () => (await suggest()).showFeedbackForm),
  form('submitFeedbackItem', `${PORTAL}/new`, async () => (await suggest()).submitFeedbackItem),
  page('showOwnItems', `${PORTAL}/mine`, async () => (await import('./show-own-items.ts')).showOwnItems),
  page('showOwnItem', `${ITEM}/edit`, async () => (await editItem()).showOwnItem),
  form('editOwnItem', `${ITEM}/edit`, async () => (await editItem()).editOwnItem),
  form('deleteOwnItem', `${ITEM}/delete`, async () => (await import('./delete-own-item.ts')).deleteOwnItem),
  form(
    'voteForFeedbackItem',
    `${ITEM}/vote`,
    async () => (await import('./vote-for-feedback-item.ts')).voteForFeedbackItem,
  ),
  form(
    'followFeedbackItem',
    `${ITEM}/follow`,
    async () => (await import('./follow-feedback-item.ts')).followFeedbackItem,
  ),
  form(
    'subscribeToUpdates',
    `${PORTAL}/subscription`,
    async () => (await import('./subscribe-to-updates.ts')).subscribeToUpdates,
  ),
  form(
    'commentOnFeedbackItem',
    `${ITEM}/comments`,
    async () => (await import('./comment-on-feedback-item.ts')).commentOnFeedbackItem,
  ),
  page('showOwnComment', COMMENT, async () => (await editComment()).showOwnComment),
  form('editOwnComment', COMMENT, async () => (await editComment()).editOwnComment),
  form(
    'deleteOwnComment',
    `${COMMENT}/delete`,
    async () => (await import('./delete-own-comment.ts')).deleteOwnComment,
  ),
  form(
    'reactToComment',
    `${COMMENT}/reaction`,
    async () => (await import('./react-to-comment.ts')).reactToComment,
  ),
];
