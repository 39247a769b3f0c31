import { conflict } from '../api/errors.ts';
import { WithSecret } from '../api/call.ts';
import { operation } from '../api/operation.ts';
import { uuid } from '../lib/schema.ts';
import { changeWebhook, replayWebhook } from './change-webhook.ts';
import { WEBHOOK_PATH } from './get-webhook.ts';
import { newSigningSecret, seal, sealingKey } from './signing-secret.ts';
import { webhookSchema } from './webhook.ts';
import { getWebhookItem } from './webhook-store.ts';

/** How long the secret before also signs, in milliseconds (docs/specification.md, "Webhooks": 24 hours). */
const OVERLAP = 24 * 60 * 60 * 1000;

/** The most secrets that sign at once: the newest, and those that were rotated away less than a day ago. */
const SECRETS_MOST = 5;

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${WEBHOOK_PATH}/rotate-secret`,
  tag: 'Webhooks',
  summary: 'Rotate the signing secret of a webhook endpoint',
  description:
    'Makes a new secret, shown in `signingSecret`, in this answer only. For 24 hours deliveries are signed with the old one too, so that a receiver verifies with either.',
  scopes: ['webhooks:manage'],
  role: 'admin',
  errors: ['conflict'],
  secret: 'signingSecret',
  params: { webhookId: uuid() },
  output: webhookSchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ loaded, ...context }) => {
    const { now, randomBytes, secret } = context;
    const signingSecret = newSigningSecret(randomBytes);
    const key = sealingKey(await secret('WEBHOOK_KEY_ARN'));
    const until = new Date(now.getTime() + OVERLAP).toISOString();
    const shown = await changeWebhook(context, loaded.webhook, ({ webhook, secrets }) => {
      const still = secrets.filter((one) => !one.until || one.until > now.toISOString());
      if (still.length >= SECRETS_MOST) {
        throw conflict(
          `${SECRETS_MOST} secrets sign already, since each stays for 24 hours.`,
          'Rotate again tomorrow, or delete the endpoint and make another.',
        );
      }
      const generation = webhook.secretGeneration + 1;
      const sealed = seal(signingSecret, { key, webhookId: webhook.id, randomBytes });
      return {
        webhook: { ...webhook, secretGeneration: generation },
        secrets: [{ generation, sealed }, ...still.map((one) => ({ until, ...one }))],
      };
    });
    return new WithSecret(shown, signingSecret);
  },
  replay: replayWebhook,
});
