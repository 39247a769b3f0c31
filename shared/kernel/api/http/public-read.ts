import { prefers } from './accept.ts';
import { cacheKeyQuery } from '../../core/cache-key.ts';
import { ApiError, type FieldProblem } from '../../core/errors.ts';
import type { Page } from '../../core/call.ts';
import { deprecationHeaders } from '../operation/deprecation.ts';
import type { PublicReadOperation } from '../operation/operation-kinds.ts';
import { openPage, pageMeta } from '../operation/list-page.ts';
import { validateInput, coerceQuery, type ParsedInput } from '../operation/parse-input.ts';
import { entityTag, unlessKnown } from './entity-tag.ts';
import { envelopeText, errorEnvelope } from './envelope.ts';
import type { WebRequest, WebResponse, WebRoute, WebCall } from '../operation/web-route.ts';
import {
  WithMeta,
  type AnyPublicPage,
  type PublicAnswer,
  type QueryEntry,
} from '../operation/public-serving.ts';

/** The same response for everything that is not public: unknown, private, a draft, no such path. */
export const publicNotFound = (): ApiError =>
  new ApiError('not_found', 'There is no public resource at this URL.', { hint: 'Check the URL.' });

/** Thrown for a resource that has moved: the path parameters of its new location. */
export class Moved extends Error {
  override name = 'Moved';
  readonly parameters: Record<string, string>;

  constructor(parameters: Record<string, string>) {
    super('It has moved.');
    this.parameters = parameters;
  }
}

/** Seconds for which caches may store a redirect: not permanently, since slugs can be released. */
const REDIRECT_MAX_AGE_SECONDS = 60;

/**
 * The route of a public read: JSON for programs and a page for browsers, selected by the Accept header, from
 * one handler. Caches may store both; unchanged ones get a 304 (RFC 9110, section 13).
 */
export function publicReadRoutes(operation: PublicReadOperation): WebRoute[] {
  const { id, path, deprecation } = operation;
  const read: WebRoute = {
    id,
    method: 'GET',
    path,
    limitedBy: 'network',
    ...(deprecation ? { headers: deprecationHeaders(deprecation) } : {}),
    handle: (call) => answer(operation, call),
    async answerError(error, call) {
      const { request } = call;
      if (error instanceof Moved) return movedPermanently(path, error, request);
      if (prefersHtml(request)) {
        const page = await operation.errorPage(error, call);
        return { ...page, headers: { ...page.headers, vary: 'Accept' } };
      }
      const envelope = await errorEnvelope(error, call, operation);
      return { ...envelope, headers: { ...envelope.headers, ...withCors, vary: 'Accept' } };
    },
  };
  const handle = async () => preflight;
  return [read, { id: `${id}Preflight`, method: 'OPTIONS', path, limitedBy: 'network', handle }];
}

/** Scripts in browsers may read public content; cookies are not sent with it. */
export const withCors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
};

/** The response to a CORS preflight for a conditional request. */
export const preflight: WebResponse = {
  status: 204,
  headers: {
    ...withCors,
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': 'If-None-Match',
    'access-control-max-age': '86400',
  },
};

async function answer(operation: PublicReadOperation, call: WebCall): Promise<WebResponse> {
  const { cacheSeconds } = operation;
  const page = prefersHtml(call.request) ? await operation.page() : undefined;
  const input = await validateRequest(operation, call.request, page);
  if (page) {
    const [shown, loaded] = await Promise.all([run(operation, input, call), page.load(call)]);
    const made = await page.render(shown, loaded, call);
    return withEtag(call.request, {
      ...made,
      headers: { ...made.headers, vary: 'Accept, Accept-Language, Cookie' },
    });
  }
  const shown = await run(operation, input, call);
  return withEtag(call.request, {
    status: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': cacheControl(cacheSeconds),
      ...withCors,
      vary: 'Accept',
    },
    body: envelopeText(shown),
  });
}

/** Cacheable for some seconds, and usable a little longer during revalidation. */
export const cacheControl = (seconds: number): string =>
  `public, max-age=${seconds}, stale-while-revalidate=${seconds}`;

async function run(
  operation: PublicReadOperation,
  { path, query }: ParsedInput,
  { services, read, now }: WebCall,
): Promise<PublicAnswer<unknown>> {
  const anonymous = { workspaceId: '', principalId: '', restrictedTeamIds: null };
  const opened = await openPage(services, { path, query }, { operation, caller: anonymous });
  const { page, filters, cursorAt } = opened;
  const baseUrl = services.baseUrl();
  const { setting } = services;
  const done = await operation.handle({ path, query: filters, page, read, now, baseUrl, setting, cursorAt });
  if (done instanceof WithMeta) return { data: done.data, meta: done.meta };
  if (!operation.paged) return { data: done };
  const listed = done as Page<unknown>;
  return { data: listed.items, meta: await pageMeta(listed, opened) };
}

/**
 * A path that does not match its pattern is a 404. Pages ignore parameters that others add to links, and have
 * a fixed size, so that each page has one URL.
 */
async function validateRequest(
  operation: PublicReadOperation,
  { parameters, query }: WebRequest,
  page: AnyPublicPage | undefined,
): Promise<ParsedInput> {
  const { input } = operation;
  if (!input.path.safeParse(parameters).success) throw publicNotFound();
  const isOfPage = ([name]: QueryEntry) => name in input.query.shape && name !== 'limit';
  const { normalizeQuery = (entries: readonly QueryEntry[]) => [...entries] } = page ?? {};
  const known = page ? normalizeQuery([...query].filter(isOfPage)) : [...query];
  const problems: FieldProblem[] = [];
  const values = coerceQuery(input.query, known, problems);
  return await validateInput(operation, { path: parameters, query: values, body: undefined }, problems);
}

/** The response with its ETag, or a 304 if the caller has it. */
export function withEtag(request: Pick<WebRequest, 'headers'>, response: WebResponse): WebResponse {
  const etag = entityTag(response.body);
  return unlessKnown(request, { ...response, headers: { ...response.headers, etag } });
}

/**
 * Redirects to the new location, preserving the method and body; caches may store that only briefly. Only
 * query parameters in the cache key are kept, so that no one is redirected with parameters of another
 * person's link.
 */
export function movedPermanently(
  path: string,
  { parameters }: Moved,
  { query, parameters: asked, method }: WebRequest,
): WebResponse {
  const wanted: Record<string, string> = { ...asked, ...parameters };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(wanted[name]!));
  const kept = new URLSearchParams(
    // A cursor is valid only for the path it was issued for.
    [...query].filter(([name]) => name !== 'cursor' && (cacheKeyQuery as readonly string[]).includes(name)),
  );
  const location = kept.size > 0 ? `${filled}?${kept.toString()}` : filled;
  if (method === 'POST') return { status: 307, headers: { location, 'cache-control': 'no-store' } };
  return {
    status: 302,
    headers: { location, 'cache-control': cacheControl(REDIRECT_MAX_AGE_SECONDS), ...withCors },
  };
}

/** Whether a page is requested. */
export const prefersHtml = (request: Pick<WebRequest, 'headers'>): boolean =>
  prefers(request, 'text/html', 'application/xhtml+xml');
