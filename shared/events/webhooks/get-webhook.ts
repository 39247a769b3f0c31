import { WEBHOOK_PATH, ownWebhookOrThrow } from './webhook-access.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { webhookSchema } from './webhook.ts';
import { getWebhookItem, showWebhook, toWebhook } from './webhook-store.ts';

export const getWebhook = operation({
  id: 'getWebhook',
  method: 'GET',
  path: WEBHOOK_PATH,
  tag: 'Webhooks',
  summary: 'Get a webhook endpoint',
  description:
    'Returns an endpoint with its subscriptions, its status and how its last deliveries went. The signing secret is never returned.',
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  params: { webhookId: uuid() },
  output: webhookSchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ loaded, caller }) => {
    const { item, health } = ownWebhookOrThrow(caller, loaded.webhook);
    return showWebhook(toWebhook(item), health);
  },
});
