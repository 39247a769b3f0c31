import { Moved, movedPermanently, publicNotFound, withEtag } from '../../kernel/api/http/public-read.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { portalErrorPage } from './portal-error-page.ts';
import { areSlugs } from './public-portal.ts';

type PortalRoute = Pick<WebRoute, 'id' | 'method' | 'path' | 'handle'>;

/** A page route of a portal: former slugs redirect, and errors are rendered as pages. */
export const portalRoute = ({ id, method, path, handle }: PortalRoute): WebRoute => ({
  id,
  method,
  path,
  async handle(call) {
    if (!areSlugs(call.request.parameters)) throw publicNotFound();
    const response = await handle(call);
    if (method === 'POST') return response;
    return withEtag(call.request, {
      ...response,
      headers: { ...response.headers, vary: 'Accept, Accept-Language, Cookie' },
    });
  },
  answerError: (error, call) =>
    error instanceof Moved ? movedPermanently(path, error, call.request) : portalErrorPage(error, call),
});
