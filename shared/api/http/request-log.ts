import { logger } from '../../core/logger.ts';
import type { DatabaseUse } from '../../db/database-use.ts';
import type { Facts, RequestIdentity } from '../operation/web-route.ts';

/** What is known of a request when it has been answered. */
export interface FinishedRequest {
  requestId: string;
  /** The id of the operation or route. */
  operation: string;
  status: number;
  durationMs: number;
  identity: RequestIdentity | undefined;
  use: DatabaseUse;
  /** What the route noted beside. */
  facts: Facts;
}

let coldStart = true;

/**
 * Writes the one line that each request leaves, whatever it was for. It holds no body, no query and no credential.
 * The pipeline calls this for every answer, so whatever else is measured of requests belongs here.
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
