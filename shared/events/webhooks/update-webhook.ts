import { notFound } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { replayWebhook } from './change-webhook.ts';
import { auditedWebhook } from './audited-webhook.ts';
import { sameAddress } from './same-address.ts';
import { ownWebhookOrThrow, WEBHOOK_PATH } from './webhook-access.ts';
import { webhookPatch, webhookSchema } from './webhook.ts';
import { getWebhookItem, replaceWebhook, resetHealth, showWebhook, toWebhook } from './webhook-store.ts';

export const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'PATCH',
  path: WEBHOOK_PATH,
  tag: 'Webhooks',
  summary: 'Update a webhook endpoint',
  description:
    "Updates name, URL or destination, or filters. Changing the URL, the destination or the team filter makes the caller the owner, because the endpoint then receives events of the caller's teams; a service account's own stays the account's, and the caller must be in all of its teams. Subscriptions, secret and status have their own operations. Queued deliveries go to the new URL, whose failures are counted from zero.",
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('webhook_endpoint.updated', [
    'name',
    'url',
    'roleArn',
    'subscriptions',
    'teamIds',
    'ownerId',
  ]),
  errors: ['invalid_reference', 'version_conflict'],
  params: { webhookId: uuid() },
  body: webhookPatch.schema,
  output: webhookSchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ body, loaded, caller, read, now, commit, ...context }) => {
    const { webhook, secrets, health } = ownWebhookOrThrow(caller, loaded.webhook);
    if (webhook.updatedAt !== body.expectedUpdatedAt) throw webhookPatch.conflict(webhook, body);
    // Imported on demand to keep the bundle under 250 KB.
    const [{ assertFilter }, { webhookAddressOrThrow }, { withAddress }] = await Promise.all([
      import('./assert-filter.ts'),
      import('./webhook-address.ts'),
      import('./secret-address.ts'),
    ]);
    await assertFilter(caller, read, body);
    const { address, secretUrl } = await webhookAddressOrThrow(body, context, webhook);
    const changed = { ...webhookPatch.apply(webhook, body), ...address };
    const { serviceAccountId } = webhook;
    const isMoved = !sameAddress(changed, webhook);
    const redirected = isMoved || String(changed.teamIds) !== String(webhook.teamIds);
    if (serviceAccountId !== null) {
      const { assertAccountEndpointUpdate } = await import('./assert-account.ts');
      await assertAccountEndpointUpdate(caller, read, { serviceAccountId, body, redirected });
    }
    const ownerId = redirected ? (serviceAccountId ?? caller.principalId) : webhook.ownerId;
    const next = nextVersion(webhook, { ...changed, ownerId }, now);
    const stale = (current: Parameters<typeof toWebhook>[0] | undefined) =>
      current ? webhookPatch.conflict(toWebhook(current), body) : notFound('webhook endpoint');
    // The failures were those of the former address; an endpoint that never failed needs no write.
    const isRelieved = isMoved && health.consecutiveFailures > 0;
    const sealing = { ownerId: webhook.id, randomBytes: context.randomBytes };
    const kept = isMoved
      ? withAddress(secrets, secretUrl, { keys: await context.keys('webhookSecrets'), ...sealing })
      : secrets;
    const changes = [
      ...replaceWebhook(next, kept, webhook, stale),
      ...(isRelieved ? [resetHealth(webhook.id)] : []),
    ];
    await commit(next === webhook ? [] : changes, webhook.id, {
      from: auditedWebhook(webhook),
      to: auditedWebhook(next),
    });
    return showWebhook(next, isRelieved ? { ...health, consecutiveFailures: 0 } : health);
  },
  replay: replayWebhook,
});
