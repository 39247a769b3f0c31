import { BULK_MAX_ITEMS } from './bulk-operation.ts';
import type { ListOperation, ResourceOperation } from '../operation/operation-kinds.ts';
import type { Charge } from '../operation/web-route.ts';
import { BULK_ITEMS_PER_REQUEST } from '../limits/rate-limits.ts';

export const chargeOf = ({ cost, readOnly }: ResourceOperation | ListOperation): Charge => ({
  requests: cost,
  writes: readOnly ? 0 : 1,
});

/** What a bulk request counts for: one request for each ten items begun, and a write for each item. */
export function chargeOfBulk(body: unknown): Charge {
  const { items } = (body ?? {}) as { items?: unknown };
  const writes = Array.isArray(items) ? Math.min(items.length, BULK_MAX_ITEMS) : 0;
  return { requests: Math.max(1, Math.ceil(writes / BULK_ITEMS_PER_REQUEST)), writes };
}
