import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { WEBHOOK_PATH } from '../webhooks/webhook-access.ts';
import { TEST_EVENT } from '../webhooks/webhook.ts';
import { getWebhookItem } from '../webhooks/webhook-store.ts';
import { deliverySchema } from './delivery.ts';
import { replayDelivery } from './get-webhook-delivery.ts';

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  path: `${WEBHOOK_PATH}/test`,
  tag: 'Webhooks',
  summary: 'Send a test event to a webhook endpoint',
  description: `Sends a ${TEST_EVENT} event with the endpoint as its data, regardless of subscriptions. Returns the delivery; get it again moments later to see the attempt.`,
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  status: 201,
  errors: ['conflict'],
  params: { webhookId: uuid() },
  output: deliverySchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  // Imported on demand to keep the bundle under 250 KB.
  handle: async ({ loaded, ...call }) =>
    await (await import('./send-test-event.ts')).sendTestEvent(call, loaded.webhook),
  replay: replayDelivery,
});
