import { errorEnvelope } from '../../kernel/api/http/envelope.ts';
import { preflight, prefersHtml, withCors } from '../../kernel/api/http/public-read.ts';
import type { WebCall, WebRequest, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { canonicalPath } from '../../pages/public-portals/canonical-path.ts';
import { portalErrorPage } from '../../pages/portal/portal-error-page.ts';
import { unknownPage } from './unknown-page.ts';
import { unknownRoute } from './unknown-route.ts';

/** Answers what no route takes: another spelling of a portal's address leads on, anything else is an error. */
export function answerUnknown({ request, home }: WebCall): WebResponse {
  const { method, path } = request;
  const isPreflight = method === 'OPTIONS';
  const location =
    reads(request) || isPreflight ? canonicalPath(path, request.query.toString(), home) : undefined;
  if (location === undefined) throw unknownRoute(method, path);
  // Browsers follow no redirect of a preflight.
  return isPreflight ? preflight : { status: 302, headers: { ...withCors, location } };
}

/** The error of an unknown address, as a page for browsers: below a portal's address or on its own host, as one of the portal's. */
export async function refuseUnknown(error: unknown, call: WebCall): Promise<WebResponse> {
  const { request } = call;
  if (!reads(request) || !prefersHtml(request)) return await errorEnvelope(error, call);
  const unknown = unknownRoute(request.method, request.path);
  const portalSlug = /^\/portals\/([a-z0-9-]{1,100})\//.exec(call.home ?? request.path)?.[1];
  if (portalSlug === undefined || unknown.status !== 404) return await unknownPage(unknown, request);
  const ofPortal = { ...call, request: { ...request, parameters: { portalSlug } } };
  const page = await portalErrorPage(unknown, ofPortal);
  return { ...page, headers: { ...page.headers, vary: 'Accept' } };
}

const reads = ({ method }: WebRequest): boolean => method === 'GET' || method === 'HEAD';
