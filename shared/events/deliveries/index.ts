import { getWebhookDelivery } from './get-webhook-delivery.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { redeliverWebhookDelivery } from './redeliver-webhook-delivery.ts';
import { redeliverWebhookEvents } from './redeliver-webhook-events.ts';
import { testWebhook } from './test-webhook.ts';

export const deliveryOperations = [
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhookDelivery,
  redeliverWebhookEvents,
];
