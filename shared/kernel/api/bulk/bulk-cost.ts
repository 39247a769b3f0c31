import { BULK_ITEMS_PER_REQUEST } from '../limits/rate-limits.ts';
import { BULK_MAX_ITEMS } from './bulk-operation.ts';

/** How many requests a bulk request counts for: one for each ten items begun. */
export function bulkCost(body: unknown): number {
  const { items } = (body ?? {}) as { items?: unknown };
  const count = Array.isArray(items) ? Math.min(items.length, BULK_MAX_ITEMS) : 0;
  return Math.max(1, Math.ceil(count / BULK_ITEMS_PER_REQUEST));
}
