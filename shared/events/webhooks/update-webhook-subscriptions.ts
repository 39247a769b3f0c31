import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { changeWebhook, replayWebhook } from './change-webhook.ts';
import { WEBHOOK_PATH } from './webhook-access.ts';
import { subscriptionsSchema, webhookSchema } from './webhook.ts';
import { getWebhookItem } from './webhook-store.ts';

export const updateWebhookSubscriptions = operation({
  id: 'updateWebhookSubscriptions',
  method: 'PUT',
  path: `${WEBHOOK_PATH}/subscriptions`,
  tag: 'Webhooks',
  summary: 'Replace the subscriptions of a webhook endpoint',
  description:
    'Replaces all subscriptions. Queued deliveries of event types that are no longer subscribed to are dropped.',
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('webhook_endpoint.updated', ['subscriptions']),
  errors: ['conflict'],
  ifMatch: true,
  params: { webhookId: uuid() },
  body: subscriptionsSchema,
  output: webhookSchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ body: { subscriptions }, loaded, ...context }) =>
    await changeWebhook(context, loaded.webhook, async ({ webhook }) => {
      if (webhook.serviceAccountId !== null)
        (await import('./assert-account.ts')).assertAboutAgents(subscriptions);
      const same = String(subscriptions.toSorted()) === String(webhook.subscriptions.toSorted());
      if (same) return { webhook };
      const subscriptionGeneration = webhook.subscriptionGeneration + 1;
      return { webhook: { ...webhook, subscriptions, subscriptionGeneration } };
    }),
  replay: replayWebhook,
});
