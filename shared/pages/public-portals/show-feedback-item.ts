import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { Problem } from './item-page.ts';
import { portalRoute } from '../portal/portal-route.ts';

/** The page of one item: description, votes and comments. */
export const showFeedbackItem = portalRoute({
  id: 'showFeedbackItem',
  method: 'GET',
  path: '/portals/{portalSlug}/feedback/items/{itemSlug}',
  handle: (call) => showItem(call),
});

/** The page of the item in the request's path, which is loaded when it is needed. */
export async function showItem(call: WebCall, problem?: Problem): Promise<WebResponse> {
  const { itemPage } = await import('./item-page.ts');
  return await itemPage(call, problem);
}
