import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getWebhookItem } from '../webhooks/webhook-store.ts';
import { deliverySchema } from './delivery.ts';
import { getDeliveryItem, replaceDelivery } from './delivery-store.ts';
import { getEvent } from './event-store.ts';
import { endCooldown } from '../webhooks/lane-store.ts';
import { DELIVERY_PATH, ownDeliveryOrThrow, replayDelivery } from './get-webhook-delivery.ts';
import { assertActive, requeued, wakeLane } from './requeue.ts';

export const redeliverWebhookDelivery = operation({
  id: 'redeliverWebhookDelivery',
  method: 'POST',
  path: `${DELIVERY_PATH}/redeliver`,
  tag: 'Webhooks',
  summary: 'Redeliver a webhook delivery',
  description:
    'Sends the same bytes with the same webhook-id again now, whatever the current status. Failed attempts are retried as for a new delivery.',
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  errors: ['conflict'],
  params: { webhookId: uuid(), deliveryId: uuid() },
  output: deliverySchema,
  load: ({ path, read }) => ({
    webhook: getWebhookItem(read, path.webhookId),
    delivery: getDeliveryItem(read, path.deliveryId),
  }),
  handle: async ({ loaded, caller, read, now, newId, tryWrite, commit }) => {
    const { found, queued } = ownDeliveryOrThrow(caller, loaded);
    assertActive(found.webhook);
    if (!(await getEvent(read, { eventId: queued.delivery.eventId, position: queued.position }))) {
      throw conflict('The event has expired.', 'Read the resource instead.');
    }
    const next = requeued(queued, now);
    const { id } = next.delivery;
    await tryWrite([endCooldown(next.lane, writeConflict)]);
    await commit(
      [replaceDelivery(next, queued.delivery, writeConflict), ...wakeLane(next.lane, newId(), now)],
      id,
    );
    return next.delivery;
  },
  replay: replayDelivery,
});
