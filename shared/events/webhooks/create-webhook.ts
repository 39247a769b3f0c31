import { WithSecret } from '../../kernel/core/call.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { filterOf } from './event-filter.ts';
import { auditedWebhook } from './audited-webhook.ts';
import { ownWebhookOrThrow } from './webhook-access.ts';
import { newSigningSecret, encryptSecret } from '../../kernel/secrets/signing-secret.ts';
import { webhookCreateSchema, webhookSchema, type StoredWebhook, type WebhookCreate } from './webhook.ts';
import { getWebhookItem, putWebhook, showWebhook } from './webhook-store.ts';

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: `${WORKSPACE_PATH}/webhook-endpoints`,
  tag: 'Webhooks',
  summary: 'Create a webhook endpoint',
  description: `Creates an endpoint owned by the caller. It receives the subscribed events of the owner's teams, or of the teams in teamIds, at \`url\`, or in an AWS account or a chat at \`destination\`. With serviceAccountId, it is the account's own: the account is the owner, and the caller is in all of its teams. The signing secret is in \`signingSecret\`, in this response only; rotateWebhookSecret creates a new one.`,
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('webhook_endpoint.created', [
    'name',
    'url',
    'roleArn',
    'subscriptions',
    'teamIds',
    'ownerId',
  ]),
  status: 201,
  errors: ['invalid_reference', 'conflict', 'quota_exceeded'],
  secret: 'signingSecret',
  body: webhookCreateSchema,
  output: webhookSchema,
  load: ({ path, read }) => ({ limits: getWorkspaceLimits(read, path.workspaceId) }),
  handle: async ({ body, caller, loaded, read, now, newId, randomBytes, keys, commit, ...context }) => {
    // Imported on demand to keep the bundle under 250 KB.
    const [{ assertFilter }, { webhookAddressOrThrow }, { withAddress }] = await Promise.all([
      import('./assert-filter.ts'),
      import('./webhook-address.ts'),
      import('./secret-address.ts'),
    ]);
    await assertFilter(caller, read, body);
    const account = await accountOf(caller, read, body);
    assertWithinQuota(loaded.limits, 'endpoints');
    const { address, secretUrl } = await webhookAddressOrThrow(body, { ...context, randomBytes });
    const timestamp = now.toISOString();
    const webhook: StoredWebhook = {
      id: newId(),
      workspaceId: caller.workspaceId,
      ...body,
      ...address,
      status: 'active',
      secretGeneration: 1,
      subscriptionGeneration: 1,
      disabledAt: null,
      disabledReason: null,
      createdAt: timestamp,
      updatedAt: timestamp,
      teamIds: body.teamIds ?? null,
      ...filterOf({ ...body, ...account?.filter }),
      ownerId: account?.id ?? caller.principalId,
      serviceAccountId: account?.id ?? null,
    };
    const signingSecret = newSigningSecret(randomBytes);
    const purposeKeys = await keys('webhookSecrets');
    const sealing = { ownerId: webhook.id, randomBytes };
    const sealed = encryptSecret(signingSecret, purposeKeys.current, sealing);
    const secrets = withAddress([{ generation: 1, sealed }], secretUrl, { keys: purposeKeys, ...sealing });
    const changes = [...putWebhook(webhook, secrets), ...(account?.changes(webhook) ?? [])];
    await commit(changes, webhook.id, { to: auditedWebhook(webhook) });
    const untried = { consecutiveFailures: 0, lastSuccessAt: null, failingSince: null };
    return new WithSecret(showWebhook(webhook, untried), signingSecret);
  },
  replay: async ({ caller, read, resourceId }) => {
    const { webhook, health } = ownWebhookOrThrow(caller, await getWebhookItem(read, resourceId));
    return showWebhook(webhook, health);
  },
});

/** Whose own endpoint a request creates, if it says so. */
async function accountOf(caller: Caller, read: Reader, body: WebhookCreate) {
  const { serviceAccountId: id, ...rest } = body;
  if (id === undefined) return undefined;
  const { accountOrThrow } = await import('./assert-account.ts');
  return await accountOrThrow(caller, read, { id, ...rest });
}
