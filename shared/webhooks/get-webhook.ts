import { notFound } from '../core/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import type { Caller } from '../core/caller.ts';
import { uuid } from '../core/schema.ts';
import { webhookSchema } from './webhook.ts';
import { getWebhookItem, toWebhookJson, type FoundWebhook } from './webhook-store.ts';

export const WEBHOOK_PATH = `${WORKSPACE_PATH}/webhook-endpoints/{webhookId}`;

export const getWebhook = operation({
  id: 'getWebhook',
  method: 'GET',
  path: WEBHOOK_PATH,
  tag: 'Webhooks',
  summary: 'Get a webhook endpoint',
  scopes: ['webhooks:manage'],
  role: 'admin',
  params: { webhookId: uuid() },
  output: webhookSchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ loaded, caller }) => {
    const { item, health } = ownWebhookOrThrow(caller, loaded.webhook);
    return toWebhookJson(item, health);
  },
});

/** Returns the endpoint if it belongs to the caller's workspace; otherwise throws a 404. */
export function ownWebhookOrThrow(caller: Caller, found: FoundWebhook | undefined): FoundWebhook {
  if (found?.webhook.workspaceId !== caller.workspaceId) throw notFound('webhook endpoint');
  return found;
}
