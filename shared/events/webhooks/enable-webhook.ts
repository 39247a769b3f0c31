import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { lanesOf } from './lane.ts';
import { endCooldown } from './lane-store.ts';
import { changeWebhook, replayWebhook } from './change-webhook.ts';
import { mayOwnEndpoint, WEBHOOK_PATH } from './webhook-access.ts';
import { webhookSchema } from './webhook.ts';
import { getWebhookItem, resetHealth } from './webhook-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';

export const enableWebhook = operation({
  id: 'enableWebhook',
  method: 'POST',
  path: `${WEBHOOK_PATH}/enable`,
  tag: 'Webhooks',
  summary: 'Enable a webhook endpoint',
  description:
    "Revalidates the endpoint's URL and sends events from now on; use redeliverWebhookEvents to send those held in the meantime. If the owner is no longer an admin, the caller becomes the owner. Repeating the call has no effect.",
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('webhook_endpoint.enabled', ['ownerId', 'disabledReason']),
  errors: ['conflict'],
  ifMatch: true,
  params: { webhookId: uuid() },
  output: webhookSchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ loaded, ...context }) =>
    await changeWebhook(context, loaded.webhook, async ({ webhook, health }) => {
      if (webhook.status === 'active') return { webhook };
      if (webhook.destination === null) {
        const { publicUrlOrThrow } = await import('../../kernel/net/public-url-or-throw.ts');
        await publicUrlOrThrow(webhook.url, context);
      }
      const { caller, read, tryWrite } = context;
      await Promise.all(lanesOf(webhook.id).map((lane) => tryWrite([endCooldown(lane, writeConflict)])));
      const owner = await readMembership(read, webhook.workspaceId, webhook.ownerId);
      const keepsOwner = mayOwnEndpoint(owner);
      if (!keepsOwner && webhook.serviceAccountId !== null) throw cannotRead();
      return {
        webhook: {
          ...webhook,
          status: 'active',
          disabledAt: null,
          disabledReason: null,
          ownerId: keepsOwner ? webhook.ownerId : caller.principalId,
        },
        health: { ...health, consecutiveFailures: 0 },
        sideEffects: [resetHealth(webhook.id)],
      };
    }),
  replay: replayWebhook,
});

const cannotRead = () =>
  conflict(
    'The service account of the endpoint may not read stories.',
    'Add the scope stories:read to the account.',
  );
