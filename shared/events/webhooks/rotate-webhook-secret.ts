import { conflict } from '../../kernel/core/errors.ts';
import { WithSecret } from '../../kernel/core/call.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { changeWebhook, replayWebhook } from './change-webhook.ts';
import { WEBHOOK_PATH } from './webhook-access.ts';
import { newSigningSecret, encryptSecret } from './signing-secret.ts';
import { webhookSchema } from './webhook.ts';
import { getWebhookItem } from './webhook-store.ts';

/**
 * How long the previous secret stays active, in milliseconds (docs/specification.md, "Webhooks": 24 hours).
 */
const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Maximum number of active secrets: the current one, and those rotated less than 24 hours ago. */
const SECRETS_MAX = 5;

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
    const until = new Date(now.getTime() + ROTATION_OVERLAP_MS).toISOString();
    const shown = await changeWebhook(context, loaded.webhook, ({ webhook, secrets }) => {
      const still = secrets.filter((one) => !one.until || one.until > now.toISOString());
      if (still.length >= SECRETS_MAX) {
        throw conflict(
          `${SECRETS_MAX} secrets are already active; each stays active for 24 hours.`,
          'Rotate again tomorrow, or delete the endpoint and create another.',
        );
      }
      const generation = webhook.secretGeneration + 1;
      const sealed = encryptSecret(signingSecret, current, { webhookId: webhook.id, randomBytes });
      return {
        webhook: { ...webhook, secretGeneration: generation },
        secrets: [{ generation, sealed }, ...still.map((one) => ({ until, ...one }))],
      };
    });
    return new WithSecret(shown, signingSecret);
  },
  replay: replayWebhook,
});
