import { WithSecret } from '../../kernel/core/call.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { assertFilter } from './assert-filter.ts';
import { filterOf } from './event-filter.ts';
import { auditedWebhook } from './audited-webhook.ts';
import { ownWebhookOrThrow } from './webhook-access.ts';
import { newSigningSecret, encryptSecret } from '../../kernel/secrets/signing-secret.ts';
import { webhookCreateSchema, webhookSchema, type StoredWebhook } from './webhook.ts';
import { getWebhookItem, putWebhook, showWebhook } from './webhook-store.ts';
import { webhookUrlOrThrow } from './webhook-url.ts';

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: `${WORKSPACE_PATH}/webhook-endpoints`,
  tag: 'Webhooks',
  summary: 'Create a webhook endpoint',
  description: `Creates an endpoint owned by the caller. It receives the subscribed events of the owner's teams, or of the teams in teamIds. The signing secret is in \`signingSecret\`, in this response only; rotateWebhookSecret creates a new one.`,
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('webhook_endpoint.created', ['name', 'url', 'subscriptions', 'teamIds', 'ownerId']),
  status: 201,
  errors: ['invalid_reference', 'quota_exceeded'],
  secret: 'signingSecret',
  body: webhookCreateSchema,
  output: webhookSchema,
  load: ({ path, read }) => ({ limits: getWorkspaceLimits(read, path.workspaceId) }),
  handle: async ({ body, caller, loaded, read, now, newId, randomBytes, keys, resolvePublic, commit }) => {
    await assertFilter(caller, read, body);
    assertWithinQuota(loaded.limits, 'endpoints');
    const url = await webhookUrlOrThrow(body.url, { resolvePublic });
    const timestamp = now.toISOString();
    const webhook: StoredWebhook = {
      id: newId(),
      workspaceId: caller.workspaceId,
      ...body,
      url,
      status: 'active',
      secretGeneration: 1,
      subscriptionGeneration: 1,
      disabledAt: null,
      disabledReason: null,
      createdAt: timestamp,
      updatedAt: timestamp,
      teamIds: body.teamIds ?? null,
      ...filterOf(body),
      ownerId: caller.principalId,
    };
    const signingSecret = newSigningSecret(randomBytes);
    const { current } = await keys('webhookSecrets');
    const sealed = encryptSecret(signingSecret, current, { ownerId: webhook.id, randomBytes });
    await commit(putWebhook(webhook, [{ generation: 1, sealed }]), webhook.id, {
      to: auditedWebhook(webhook),
    });
    const untried = { consecutiveFailures: 0, lastSuccessAt: null, failingSince: null };
    return new WithSecret(showWebhook(webhook, untried), signingSecret);
  },
  replay: async ({ caller, read, resourceId }) => {
    const { webhook, health } = ownWebhookOrThrow(caller, await getWebhookItem(read, resourceId));
    return showWebhook(webhook, health);
  },
});
