import { errorEnvelope } from '../../kernel/api/http/envelope.ts';
import { prefersHtml } from '../../kernel/api/http/public-read.ts';
import type { WebRequest, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { canonicalPath } from '../../pages/public-portals/canonical-path.ts';
import { unknownPage } from './unknown-page.ts';
import { unknownRoute } from './unknown-route.ts';

/** Answers what no route takes: another spelling of a portal's address leads on, anything else is an error. */
export const unknownAddress: Pick<WebRoute, 'id' | 'handle' | 'answerError'> = {
  id: 'unknownAddress',
  handle: async ({ request }) => {
    const { method, path } = request;
    const location = reads(request) ? canonicalPath(path, request.query.toString()) : undefined;
    if (location === undefined) throw unknownRoute(method, path);
    return { status: 302, headers: { location } };
  },
  answerError: (error, call) => {
    const { request } = call;
    return reads(request) && prefersHtml(request)
      ? unknownPage(request, unknownRoute(request.method, request.path))
      : errorEnvelope(error, call);
  },
};

const reads = ({ method }: WebRequest): boolean => method === 'GET' || method === 'HEAD';
