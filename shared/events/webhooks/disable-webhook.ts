import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { changeWebhook, replayWebhook } from './change-webhook.ts';
import { WEBHOOK_PATH } from './webhook-access.ts';
import { webhookSchema } from './webhook.ts';
import { getWebhookItem } from './webhook-store.ts';

export const disableWebhook = operation({
  id: 'disableWebhook',
  method: 'POST',
  path: `${WEBHOOK_PATH}/disable`,
  tag: 'Webhooks',
  summary: 'Disable a webhook endpoint',
  description:
    'Stops sending to the endpoint. Events of the next 30 days are held in its delivery log; after you enable it again, redeliverWebhookEvents sends them. Repeating the call has no effect.',
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('webhook_endpoint.disabled', ['disabledReason']),
  errors: ['conflict'],
  ifMatch: true,
  params: { webhookId: uuid() },
  output: webhookSchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ loaded, ...context }) =>
    await changeWebhook(context, loaded.webhook, ({ webhook }) => ({
      webhook:
        webhook.status === 'disabled'
          ? webhook
          : {
              ...webhook,
              status: 'disabled',
              disabledAt: context.now.toISOString(),
              disabledReason: 'manual',
            },
    })),
  replay: replayWebhook,
});
