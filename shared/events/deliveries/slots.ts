import type { Reader } from '../../kernel/core/database.ts';
import { isSubscriptionId, LANES, type Lane } from '../webhooks/lane.ts';
import { countEndpoints } from '../webhooks/webhook-route-store.ts';

/** The variable with the number of slots of a workspace. */
export const SLOTS_VARIABLE = 'DELIVERY_SLOTS';

/**
 * Whether a workspace has more lanes than slots, so that each lane needs a slot. Unknown for endpoints from before they
 * were counted, which then need one too, and for the subscriptions of MCP clients, which expire.
 */
export async function needsSlots(
  read: Reader,
  { workspaceId, webhookId }: Lane,
  slots: number,
): Promise<boolean> {
  if (workspaceId === undefined) return false;
  if (isSubscriptionId(webhookId)) return true;
  const endpoints = await countEndpoints(read, workspaceId);
  return endpoints === undefined || endpoints * LANES > slots;
}
