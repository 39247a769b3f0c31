import type { SecretOwners } from '../../identity/workspaces/reseal-secrets.ts';
import { findWebhookIds, getWebhookItem, putSecrets } from './webhook-store.ts';

/** Webhook endpoints as owners of signing secrets. */
export const webhookSecrets: SecretOwners = {
  purpose: 'webhookSecrets',
  findIds: findWebhookIds,
  async find(read, id) {
    const found = await getWebhookItem(read, id);
    return (
      found && {
        secrets: found.secrets,
        replace: (secrets, stale) => putSecrets(id, secrets, found.webhook, stale),
      }
    );
  },
};
