import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { auditedWebhook } from './audited-webhook.ts';
import { ownWebhookOrThrow, WEBHOOK_PATH } from './webhook-access.ts';
import { endWebhook } from './end-webhook.ts';
import { getWebhookItem } from './webhook-store.ts';

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: WEBHOOK_PATH,
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint',
  description: 'Deletes an endpoint and its delivery log. Queued deliveries are not sent.',
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('webhook_endpoint.deleted', ['url']),
  errors: ['conflict'],
  ifMatch: true,
  params: { webhookId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ loaded, caller, assertMatch, commit }) => {
    const { webhook } = ownWebhookOrThrow(caller, loaded.webhook);
    assertMatch(webhook);
    await commit(endWebhook(webhook), webhook.id, { from: auditedWebhook(webhook) });
    return { id: webhook.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
