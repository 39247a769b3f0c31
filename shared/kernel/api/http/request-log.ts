import { logger } from '../../core/logger.ts';
import type { DatabaseUse } from '../../db/database-use.ts';
import type { Facts, RequestIdentity } from '../operation/web-route.ts';

/** A request with its response, as the request log records it. */
interface FinishedRequest {
  requestId: string;
  /** The id of the operation or route. */
  operation: string;
  status: number;
  durationMs: number;
  /** Of the client. */
  network: string | null;
  identity: RequestIdentity | undefined;
  use: DatabaseUse;
  /** Additional fields noted by the route. */
  facts: Facts;
}

let coldStart = true;

/**
 * Writes the single log line of a request. It contains no body, query or credential. The pipeline calls it
 * for every response, so further per-request measurements belong here.
 */
export function recordRequest({ identity, use, durationMs, facts, ...request }: FinishedRequest): void {
  logger.info('request', {
    ...request,
    durationMs: Math.round(durationMs * 10) / 10,
    ...(identity && {
      workspaceId: identity.workspaceId,
      principalKind: identity.kind,
      principalId: identity.principalId,
    }),
    roundTrips: use.roundTrips,
    capacityUnits: use.capacityUnits,
    ...(coldStart ? { coldStart } : {}),
    ...facts,
  });
  coldStart = false;
}

/** The trace that a client's request belongs to (W3C Trace Context, `traceparent`), so that its logs lead to ours. */
export function traceOf(traceparent = ''): { traceId?: string } {
  const traceId = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-|$)/.exec(traceparent)?.[1];
  return traceId === undefined ? {} : { traceId };
}
