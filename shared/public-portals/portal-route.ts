import { Moved, movedPermanently, publicNotFound, withEtag } from '../api/http/public-read.ts';
import type { WebResponse, WebRoute, WebCall } from '../api/operation/web-route.ts';
import { slugParameter } from './find-portal.ts';
import { portalErrorPage } from './portal-error-page.ts';

const slugSchema = slugParameter();

interface PortalRoute {
  id: string;
  method: 'GET' | 'POST';
  path: string;
  handle: (call: WebCall) => Promise<WebResponse>;
}

/** An address of a portal that is for people only: a former slug sends on, and what goes wrong is a page. */
export const portalRoute = ({ id, method, path, handle }: PortalRoute): WebRoute => ({
  id,
  method,
  path,
  async handle(call) {
    // A slug that breaks the pattern leads nowhere, and can be longer than a key may be.
    const slugs = Object.values(call.request.parameters);
    if (!slugs.every((slug) => slugSchema.safeParse(slug).success)) throw publicNotFound();
    const response = await handle(call);
    if (method === 'POST') return response;
    return withEtag(call.request, {
      ...response,
      headers: { ...response.headers, vary: 'Accept, Cookie' },
    });
  },
  answerError: (error, call) =>
    error instanceof Moved ? movedPermanently(path, error, call.request) : portalErrorPage(error, call),
});
