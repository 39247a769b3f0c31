import type { Reader } from '../core/database.ts';
import { writeConflict } from '../core/errors.ts';
import { tryCommit } from '../db/write.ts';
import { isSubscriptionId, LANES, type Lane } from '../webhooks/lane.ts';
import { leaseSlot, releaseSlot } from '../webhooks/slot-store.ts';
import { countEndpoints } from '../webhooks/webhook-store.ts';
import type { WebhookServices } from './pipeline.ts';

/** The variable with the number of slots of a workspace. */
export const SLOTS_VARIABLE = 'DELIVERY_SLOTS';

/** Longer than any invocation of the delivery function lasts (infra/webhook-stack.ts), so it is never extended. */
const SLOT_LEASE_MS = 75_000;

/** Slots tried before a lane waits; with a few free ones left, some lanes wait although they need not. */
export const SLOTS_TRIED = 4;

type SlotServices = Pick<WebhookServices, 'database' | 'now' | 'randomBytes' | 'slots'>;

/**
 * Whether a workspace has more lanes than slots, so that each lane needs a slot. Unknown for endpoints from before they
 * were counted, which then need one too, and for the subscriptions of MCP clients, which end by themselves.
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

/**
 * Leases one of a workspace's slots and returns how to release it, or undefined if none of those tried is free. So a
 * workspace has at most `slots` lanes at work, however many endpoints it has and however slow they are; a crashed
 * worker's slot becomes free when its lease ends.
 */
export async function acquireSlot(
  { database, now: clock, randomBytes, slots }: SlotServices,
  workspaceId: string,
): Promise<(() => Promise<void>) | undefined> {
  const holder = randomBytes(9).toString('base64url');
  const first = randomBytes(4).readUInt32BE() % slots;
  // Neighbours would be taken together where many lanes begin at once; larger steps come back to the first.
  const stepMax = Math.max(1, Math.floor((slots - 1) / (SLOTS_TRIED - 1)));
  const step = 1 + (randomBytes(4).readUInt32BE() % stepMax);
  const numbers = new Set(Array.from({ length: SLOTS_TRIED }, (_, n) => (first + n * step) % slots));
  for (const number of numbers) {
    const now = clock();
    const until = new Date(now.getTime() + SLOT_LEASE_MS);
    const slot = { workspaceId, number };
    if (await tryCommit(database, [leaseSlot(slot, { holder, until, now }, writeConflict)]))
      return async () => void (await tryCommit(database, [releaseSlot(slot, holder, writeConflict)]));
  }
  return undefined;
}
