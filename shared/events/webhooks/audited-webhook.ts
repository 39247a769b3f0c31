import type { StoredWebhook } from './webhook.ts';

/** What the audit trail shows of an endpoint: the host of its URL, since the rest often is a secret. */
export const auditedWebhook = (webhook: StoredWebhook): object => ({
  ...webhook,
  url: new URL(webhook.url).origin,
});
