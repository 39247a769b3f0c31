import { notFound } from '../../kernel/core/errors.ts';
import type { ReplayCall } from '../../kernel/core/call.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ownWebhookOrThrow, WEBHOOK_PATH } from '../webhooks/webhook-access.ts';
import { getWebhookItem, type FoundWebhook } from '../webhooks/webhook-store.ts';
import { deliverySchema, type Delivery } from './delivery.ts';
import { getDeliveryItem, toDelivery, toQueued, type QueuedDelivery } from './delivery-store.ts';
import type { Item } from '../../kernel/core/database.ts';

export const DELIVERY_PATH = `${WEBHOOK_PATH}/deliveries/{deliveryId}`;

export const getWebhookDelivery = operation({
  id: 'getWebhookDelivery',
  method: 'GET',
  path: DELIVERY_PATH,
  tag: 'Webhooks',
  summary: 'Get a webhook delivery',
  description:
    'Returns the delivery of one event: each attempt with its time, response status, duration and error.',
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  params: { webhookId: uuid(), deliveryId: uuid() },
  output: deliverySchema,
  load: ({ path, read }) => ({
    webhook: getWebhookItem(read, path.webhookId),
    delivery: getDeliveryItem(read, path.deliveryId),
  }),
  handle: async ({ loaded, caller }) => {
    ownDeliveryOrThrow(caller, loaded);
    return toDelivery(loaded.delivery!);
  },
});

/** Returns the delivery if its endpoint belongs to the caller's workspace; otherwise throws a 404. */
export function ownDeliveryOrThrow(
  caller: Caller,
  loaded: { webhook: FoundWebhook | undefined; delivery: Item | undefined },
): { found: FoundWebhook; queued: QueuedDelivery } {
  const found = ownWebhookOrThrow(caller, loaded.webhook);
  const queued = loaded.delivery && toQueued(loaded.delivery);
  if (queued?.delivery.webhookId !== found.webhook.id) throw notFound('delivery');
  return { found, queued };
}

/** Returns the delivery in its current state, for replayed requests. */
export async function replayDelivery({ caller, read, resourceId }: ReplayCall): Promise<Delivery> {
  const delivery = await getDeliveryItem(read, resourceId);
  const webhook = delivery && (await getWebhookItem(read, toQueued(delivery).delivery.webhookId));
  return ownDeliveryOrThrow(caller, { webhook, delivery }).queued.delivery;
}
