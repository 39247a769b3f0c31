import { authenticateRequest } from '../../auth/authenticate-request.ts';
import type { RequestPrincipal } from '../../core/caller.ts';
import { ApiError } from '../../core/errors.ts';
import { chargeOf, chargeOfBulk } from '../bulk/charge.ts';
import { deprecationHeaders } from '../operation/deprecation.ts';
import { execute } from '../operation/execute.ts';
import type { OperationResult } from '../operation/operation-result.ts';
import { idempotencyClaim } from '../operation/idempotency-store.ts';
import { parseChangeSet } from '../operation/change-set.ts';
import { assertNoIfMatch, parseIfMatch, type IfMatch } from '../operation/if-match.ts';
import type {
  PublicReadOperation,
  ResourceOperation,
  ServedOperation,
} from '../operation/operation-kinds.ts';
import { idempotencyKey, parseInput, type ParsedInput } from '../operation/parse-input.ts';
import type { WebCall, WebRequest, WebResponse } from '../operation/web-route.ts';
import { prefers } from './accept.ts';
import { BULK_BODY_MAX_BYTES } from './body-limits.ts';
import { entityTag, unlessKnown } from './entity-tag.ts';
import { envelopeText } from './envelope.ts';
import type { Route } from './pipeline.ts';

/** The operations whose responses use the envelope. */
type EnvelopeOperation = Exclude<ServedOperation, PublicReadOperation>;

/** An API operation as a route: JSON in, the envelope out. */
export const operationRoute = (operation: EnvelopeOperation): Route => ({
  id: operation.id,
  tag: operation.tag,
  method: operation.method,
  path: operation.path,
  ...bodyLimitOf(operation),
  ...(operation.deprecation ? { headers: deprecationHeaders(operation.deprecation) } : {}),
  handle: async (call) => await render(operation, await run(operation, call), call),
});

function bodyLimitOf(operation: EnvelopeOperation): { bodyMaxBytes?: number } {
  if (operation.kind === 'bulk') return { bodyMaxBytes: BULK_BODY_MAX_BYTES };
  const own = operation.kind === 'resource' ? operation.bodyMaxBytes : undefined;
  return own === undefined ? {} : { bodyMaxBytes: own };
}

async function run(operation: EnvelopeOperation, call: WebCall): Promise<OperationResult> {
  const { request, services, read, now } = call;
  const problem = request.body.length > 0 ? await readJson(request) : undefined;
  if (operation.kind === 'public') {
    if (problem) throw problem;
    const { path } = await parseInput(operation, request);
    const baseUrl = services.baseUrl();
    return { data: await operation.handle({ path, read, now, baseUrl }), replayed: false };
  }
  const authenticated = await authenticateRequest(operation, request, services);
  // A user with an access token can be outside of any workspace.
  const workspaceId = authenticated.workspaceId || null;
  call.present(
    { ...authenticated, workspaceId },
    operation.kind === 'bulk' ? chargeOfBulk(request.json) : chargeOf(operation),
  );
  const principal = identified(authenticated, call);
  if (operation.kind === 'bulk') {
    const { executeBulk } = await import('../bulk/execute-bulk.ts');
    return await executeBulk(services, { operation, principal, request, problem });
  }
  const { input, key, ifMatch, changeSetId } = await validateRequest(operation, request, problem);
  const { path, body } = request;
  const claim =
    key === undefined
      ? undefined
      : idempotencyClaim(operation, principal, { idempotencyKey: key, path, body }, now);
  const { resolveCaller, countWrites } = principal;
  const draws = operation.kind === 'list' && prefers(request, 'image/svg+xml');
  const source = request;
  const how = { claim, ifMatch, source, draws, changeSetId, countWrites };
  return await execute(services, { operation, resolveCaller, input, ...how }, read);
}

/** Adds the caller to the request's log line as soon as it is resolved. */
const identified = (
  { resolveCaller, ...principal }: RequestPrincipal,
  { identify, countWrites }: WebCall,
): RequestPrincipal => ({
  ...principal,
  resolveCaller: async (read, now) => {
    const caller = await resolveCaller(read, now);
    await identify({ ...caller, workspaceId: caller.workspaceId || null });
    return caller;
  },
  countWrites,
});

/** Parses the body of a request; returns what is wrong with it, which only a caller with the rights may learn. */
async function readJson(request: WebRequest): Promise<ApiError | undefined> {
  // Imported on demand to keep the bundle under 250 KB.
  const { parseJsonBody } = await import('./json-body.ts');
  try {
    request.json = parseJsonBody(request);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/**
 * Returns invalid input as an error instead of throwing it: callers without the required rights must get a 403 first.
 */
async function validateRequest(
  operation: EnvelopeOperation,
  request: WebRequest,
  problem: ApiError | undefined,
): Promise<{
  input: ParsedInput | ApiError;
  key?: string | undefined;
  ifMatch?: IfMatch | undefined;
  changeSetId?: string | undefined;
}> {
  if (problem) return { input: problem };
  try {
    const key = idempotencyKey(operation, request);
    const takesIfMatch = operation.kind === 'resource' && operation.ifMatch;
    const header = request.headers['if-match'];
    if (!takesIfMatch) assertNoIfMatch(operation, header);
    const ifMatch = takesIfMatch ? parseIfMatch(header) : undefined;
    const changeSetId =
      operation.method === 'GET' ? undefined : parseChangeSet(request.headers['change-set']);
    return { input: await parseInput(operation, request), key, ifMatch, changeSetId };
  } catch (error) {
    if (error instanceof ApiError) return { input: error };
    throw error;
  }
}

async function render(
  operation: EnvelopeOperation,
  {
    data,
    meta: page,
    total,
    included,
    secret,
    existing,
    accepted,
    proposal,
    picture,
    replayed,
  }: OperationResult,
  { request, now }: WebCall,
): Promise<WebResponse> {
  if (operation.kind === 'resource' && operation.picture && prefers(request, 'image/svg+xml')) {
    const body = await operation.picture(data, now);
    return tagged(operation, data, { status: 200, headers: pictureHeaders, body }, request);
  }
  const isDrawn = operation.kind === 'list' && operation.picture !== undefined;
  const drawn = isDrawn ? { 'cache-control': 'private, no-cache', vary: 'Authorization, Accept' } : {};
  if (picture !== undefined) return { status: 200, headers: { ...pictureHeaders, ...drawn }, body: picture };
  const name = operation.kind === 'resource' ? operation.secret?.name : undefined;
  const shown = name !== undefined && secret !== undefined ? { name, value: secret } : undefined;
  const bare = operation.kind === 'public' && !operation.envelope;
  const meta = page ?? (total === undefined ? undefined : { total });
  const response: WebResponse = {
    status: accepted || proposal ? 202 : existing ? 200 : operation.status,
    headers: {
      'content-type': 'application/json',
      ...drawn,
      ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    },
    body: bare ? JSON.stringify(data) : envelopeText({ data, meta, included, secret: shown, proposal }),
  };
  return operation.kind === 'resource' && !shown && !proposal
    ? tagged(operation, data, response, request)
    : response;
}

/** Headers that prevent an SVG from loading or running anything, wherever it is opened. */
const pictureHeaders = {
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};

/** The response with its ETag. Clients may cache a read and revalidate it; an unchanged one gets a 304. */
function tagged(
  operation: ResourceOperation,
  data: unknown,
  response: WebResponse,
  request: WebRequest,
): WebResponse {
  const { updatedAt } = data as { updatedAt?: unknown };
  const version = typeof updatedAt === 'string' ? updatedAt : undefined;
  const headers = { ...response.headers, etag: entityTag(response.body, version) };
  if (operation.method === 'GET') {
    const vary = operation.picture ? 'Authorization, Accept' : 'Authorization';
    const kept = { 'cache-control': 'private, no-cache', vary };
    return unlessKnown(request, { ...response, headers: { ...headers, ...kept } });
  }
  return version === undefined ? response : { ...response, headers };
}
