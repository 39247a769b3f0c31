import { WithSecret } from '../../kernel/core/call.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { changeWebhook, replayWebhook } from './change-webhook.ts';
import { WEBHOOK_PATH } from './webhook-access.ts';
import { withNewSecret } from '../../kernel/secrets/secret-rotation.ts';
import { newSigningSecret, encryptSecret } from '../../kernel/secrets/signing-secret.ts';
import { webhookSchema } from './webhook.ts';
import { getWebhookItem } from './webhook-store.ts';

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${WEBHOOK_PATH}/rotate-secret`,
  tag: 'Webhooks',
  summary: 'Rotate a webhook signing secret',
  description:
    'Creates a new secret and returns it in `signingSecret`, in this response only. For 24 hours, deliveries are signed with both the old and the new secret, so receivers can verify with either.',
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('webhook_endpoint.secret_rotated', ['secretGeneration']),
  errors: ['conflict'],
  secret: 'signingSecret',
  ifMatch: true,
  params: { webhookId: uuid() },
  output: webhookSchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ loaded, ...context }) => {
    const { now, randomBytes, keys } = context;
    const signingSecret = newSigningSecret(randomBytes);
    const { current } = await keys('webhookSecrets');
    const shown = await changeWebhook(context, loaded.webhook, ({ webhook, secrets }) => {
      const generation = webhook.secretGeneration + 1;
      const sealed = encryptSecret(signingSecret, current, { ownerId: webhook.id, randomBytes });
      const instead = 'delete the endpoint and create another';
      return {
        webhook: { ...webhook, secretGeneration: generation },
        secrets: withNewSecret(secrets, { generation, sealed }, { now, instead }),
      };
    });
    return new WithSecret(shown, signingSecret);
  },
  replay: replayWebhook,
});
