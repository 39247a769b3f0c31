import { isAscii } from 'node:buffer';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { ApiError } from '../../core/errors.ts';
import { assertWritable } from '../../core/maintenance.ts';
import type { Services } from '../../core/services.ts';
import { measureDatabaseUse, type DatabaseUse } from '../../db/database-use.ts';
import { createReader } from '../../db/reader.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';
import { parseRateLimits, RATE_LIMITS_VARIABLE } from '../limits/rate-limits.ts';
import { DAY_MS } from '../../core/date-span.ts';
import { RequestLimits, type Limiters } from '../limits/request-limits.ts';
import { usageStore, writeStore } from '../limits/usage-store.ts';
import type {
  Facts,
  RequestIdentity,
  WebCall,
  WebRequest,
  WebResponse,
  WebRoute,
} from '../operation/web-route.ts';
import { addressPrefix } from '../../net/address-prefix.ts';
import { isShort } from '../../slugs/host-slug.ts';
import { networkOf } from '../operation/request-origin.ts';
import { BODY_MAX_BYTES } from './body-limits.ts';
import { compressed } from './compression.ts';
import { customDomainOf } from './custom-domain.ts';
import type { Tag } from '../operation/tags.ts';
import { errorEnvelope } from './envelope.ts';
import { toGatewayResult, toWebRequest } from './gateway-event.ts';
import { lambdaServices } from './lambda-services.ts';
import { recordRequest, traceOf } from './request-log.ts';
import { routeTable } from './route-table.ts';
import { viewerAddress } from './viewer-address.ts';

/** A route: a web route as it is, or an operation rendered in the envelope. */
export interface Route extends Pick<
  WebRoute,
  | 'id'
  | 'path'
  | 'handle'
  | 'headers'
  | 'answerError'
  | 'bodyMaxBytes'
  | 'limitedBy'
  | 'readsByPost'
  | 'described'
> {
  method: string;
  /** Of operations: the group of the documentation that has its page. */
  tag?: Tag;
}

export type UnknownRoute = Pick<Route, 'id' | 'handle' | 'headers' | 'answerError' | 'described' | 'tag'>;

interface PipelineOptions {
  services?: () => Services;
  /** Answers what none of its routes takes: the gateway's routes lead all below a path to one function. */
  unknown?: UnknownRoute;
}

/** A request in the pipeline. */
interface Exchange {
  route: Omit<Route, 'method' | 'path'> & Partial<Pick<Route, 'path'>>;
  /** Whether no route takes it. */
  isUnknown: boolean;
  call: WebCall;
  startedAt: number;
  use: DatabaseUse;
  facts: Facts;
  identity: RequestIdentity | undefined;
  /** The id of the credential that came with it, which may be none. */
  presented: string | undefined;
  limits: RequestLimits;
  finished: boolean;
}

/** The margin before the function's timeout at which a request is answered with an error, in milliseconds. */
const EARLY_ANSWER_MS = 250;

/**
 * The Lambda handler of routes behind an HTTP API (payload format 2.0). Every request, for JSON, a page,
 * OAuth or MCP, takes the same steps: route, context, limits, handler, errors in the route's own format, one
 * log line.
 */
export function pipeline(
  routes: readonly Route[],
  { services = lambdaServices, unknown = notServed }: PipelineOptions = {},
) {
  const find = routeTable(routes);
  const exchanges = new WeakMap<APIGatewayProxyEventV2, Exchange>();
  const exchangeOf = (event: APIGatewayProxyEventV2) => exchanges.get(event)!;
  let limiters: Limiters | undefined;
  const limitersOf = (context: Services) => (limiters ??= createLimiters(context));
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context>({
    timeoutEarlyInMillis: EARLY_ANSWER_MS,
    timeoutEarlyResponse: answerBeforeTimeout,
  })
    .before(({ event }) => {
      const context = services();
      const limits = new RequestLimits(limitersOf(context), context);
      const { route, parameters } = find(event.requestContext.http.method, event.rawPath) ?? {};
      exchanges.set(
        event,
        open(
          toWebRequest(event, parameters),
          { route: route ?? unknown, isUnknown: !route },
          context,
          limits,
        ),
      );
    })
    .before(async ({ event }) => {
      const { request, services: context } = exchangeOf(event).call;
      request.sourceIp = await viewerAddress(event, context);
    })
    .before(async ({ event }) => {
      const exchange = exchangeOf(event);
      assertBodySize(exchange);
      // Imported on demand: most requests are ASCII.
      if (!isPlainAscii(event, exchange.call.request)) {
        const { assertUtf8 } = await import('./assert-utf8.ts');
        assertUtf8(event, exchange.call.request);
      }
    })
    .onError(async (request) => {
      const exchange = exchangeOf(request.event);
      exchange.presented ??= (await refusals()).presentedId(exchange.call.request);
      request.response = finish(exchange, await renderError(request.error, exchange));
    })
    .handler(async (event) => {
      const exchange = exchangeOf(event);
      const { requestId } = exchange.call.request;
      const response = await measureDatabaseUse(exchange.use, () => respond(exchange), requestId);
      return finish(exchange, response);
    });
}

function createLimiters({ setting, database }: Services): Limiters {
  const { writesADay, ...requests } = parseRateLimits(setting(RATE_LIMITS_VARIABLE));
  return {
    requests: new RateLimiter(requests, usageStore(database)),
    writes: new RateLimiter({ workspace: writesADay }, writeStore(database), DAY_MS),
  };
}

function open(
  request: WebRequest,
  place: Pick<Exchange, 'route' | 'isUnknown'>,
  services: Services,
  limits: RequestLimits,
): Exchange {
  const exchange: Exchange = {
    ...place,
    call: {
      request,
      services,
      read: createReader(services.database),
      now: services.now(),
      note: (more) => Object.assign(exchange.facts, more),
      present: (credential, charge) => {
        exchange.presented = credential.credentialId;
        limits.present(credential, charge);
      },
      identify: async (identity) => {
        exchange.identity = identity;
        await limits.charge(identity);
      },
      countWrites: (more) => limits.chargeWrites(exchange.identity!, more),
      countForNetwork: () => limits.chargeNetwork(addressPrefix(request.sourceIp)),
    },
    startedAt: performance.now(),
    use: { roundTrips: 0, capacityUnits: 0 },
    facts: {},
    identity: undefined,
    presented: undefined,
    limits,
    finished: false,
  };
  return exchange;
}

/** Whether a request has only ASCII in its text, and names no charset. */
const isPlainAscii = (event: APIGatewayProxyEventV2, { headers, body }: WebRequest): boolean =>
  !/%[89a-f]/i.test(event.rawQueryString) &&
  !/%[89a-f]|\ufffd/i.test(event.rawPath) &&
  (body.length === 0 || (isAscii(body) && !/charset|urlencoded/i.test(headers['content-type'] ?? '')));

function assertBodySize({ route: { bodyMaxBytes = BODY_MAX_BYTES }, call }: Exchange): void {
  if (call.request.body.length <= bodyMaxBytes) return;
  throw new ApiError('request_too_large', `The body is larger than ${bodyMaxBytes / 1024} KiB.`);
}

/** Throws a 503 for all but reads while the service is maintained. */
function assertMaintenanceKept({ route, call: { request, services } }: Exchange): void {
  if (!route.readsByPost && !READS.includes(request.method)) assertWritable(services);
}

const READS = ['GET', 'HEAD', 'OPTIONS'];

function answerBeforeTimeout(): never {
  throw new ApiError(
    'service_unavailable',
    'The request took too long; it may or may not have been carried out.',
  );
}

/** Loaded when it is needed: most requests are not refused. */
const refusals = () => import('./refusal-facts.ts');

/** Loaded when it is needed: most requests are for the service's own host. */
const atDomain = () => import('./at-domain.ts');

/** Has the request answered as its custom domain would, if it is for one; returns the redirect for what that does not serve. */
async function enterDomain({ call, isUnknown }: Exchange): Promise<WebResponse | undefined> {
  const { request, services, read } = call;
  const domain = await customDomainOf(request, services, read);
  if (domain === undefined && !isShort(request.path)) return undefined;
  const { redirectFrom, redirectToShort, requestAtHost } = await atDomain();
  const asked = { baseUrl: services.baseUrl(), isUnknown };
  if (domain === undefined || domain === 'unassigned') return redirectFrom('unassigned', request, asked);
  const { baseUrl, home } = domain;
  Object.assign(call, { services: { ...services, baseUrl: () => baseUrl }, home });
  call.request = requestAtHost(request, home);
  const isLong = !isShort(request.path) && !isUnknown;
  return redirectFrom(domain, call.request, asked) ?? (isLong ? redirectToShort(request, home) : undefined);
}

async function respond(exchange: Exchange): Promise<WebResponse> {
  const response = await answer(exchange);
  const { call } = exchange;
  return call.home === undefined ? response : (await atDomain()).responseAtHost(call, call.home, response);
}

async function answer(exchange: Exchange): Promise<WebResponse> {
  const { route, call, limits } = exchange;
  try {
    assertMaintenanceKept(exchange);
    const redirect = await enterDomain(exchange);
    if (redirect) return redirect;
    if (route.limitedBy === 'network') await call.countForNetwork();
    const response = await route.handle(call);
    // Also if the handler made an answer of it, such as the result of a tool.
    if (limits.refusal) throw limits.refusal;
    return response;
  } catch (error) {
    return await renderError(limits.refusal ?? error, exchange);
  } finally {
    await limits.settled;
  }
}

/** Renders an error in its route's format; if that fails, in the envelope. */
async function renderError(error: unknown, { route, call, facts }: Exchange): Promise<WebResponse> {
  Object.assign(facts, (await refusals()).refusalFacts(error, route.path));
  const { answerError = (thrown) => errorEnvelope(thrown, call, route) } = route;
  try {
    return await answerError(error, call);
  } catch (another) {
    return await errorEnvelope(another, call, route);
  }
}

/**
 * The response for the gateway. A request that finishes after its timeout response writes no second log line.
 */
function finish(exchange: Exchange, response: WebResponse): APIGatewayProxyStructuredResultV2 {
  const { route, call, startedAt, use, facts, identity, presented, limits } = exchange;
  if (!exchange.finished) {
    const { requestId } = call.request;
    const durationMs = performance.now() - startedAt;
    recordRequest({
      requestId,
      operation: route.id,
      status: response.status,
      durationMs,
      network: networkOf(call.request.sourceIp),
      identity,
      use,
      facts: {
        ...facts,
        // Also of a result that says so, as those of tools do.
        ...('error' in facts && { credentialId: identity?.credentialId ?? presented }),
        ...limits.refused,
        ...traceOf(call.request.headers['traceparent']),
      },
    });
  }
  exchange.finished = true;
  const headers = { ...response.headers, ...route.headers, ...limits.headers };
  const { 'accept-encoding': acceptEncoding } = call.request.headers;
  return toGatewayResult(compressed({ ...response, headers }, acceptEncoding), call.request);
}

/** Without an answer of its own, an unknown address is an error of the gateway's routes. */
const notServed: UnknownRoute = {
  id: 'unknown',
  handle: async ({ request: { method, path } }) => {
    throw new Error(`This function serves no ${method} ${path}.`);
  },
};
