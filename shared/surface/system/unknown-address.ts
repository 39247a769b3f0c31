import { errorEnvelope } from '../../kernel/api/http/envelope.ts';
import { prefersHtml } from '../../kernel/api/http/public-read.ts';
import type { WebCall, WebRequest, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { canonicalPath } from '../../pages/public-portals/canonical-path.ts';
import { unknownPage } from './unknown-page.ts';
import { unknownRoute } from './unknown-route.ts';

/** Answers what no route takes: another spelling of a portal's address leads on, anything else is an error. */
export function answerUnknown({ request }: WebCall): WebResponse {
  const { method, path } = request;
  const location = reads(request) ? canonicalPath(path, request.query.toString()) : undefined;
  if (location === undefined) throw unknownRoute(method, path);
  return { status: 302, headers: { location } };
}

/** The error of an unknown address, as a page for browsers. */
export function refuseUnknown(error: unknown, call: WebCall): WebResponse {
  const { request } = call;
  return reads(request) && prefersHtml(request)
    ? unknownPage(request, unknownRoute(request.method, request.path))
    : errorEnvelope(error, call);
}

const reads = ({ method }: WebRequest): boolean => method === 'GET' || method === 'HEAD';
