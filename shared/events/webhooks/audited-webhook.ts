import type { StoredWebhook } from './webhook.ts';

/** What the audit trail shows of an endpoint: the host of its URL, since the rest often is a secret, or an ARN. */
export const auditedWebhook = (webhook: StoredWebhook): object => ({
  ...webhook,
  url: webhook.destination?.arn ?? new URL(webhook.url).origin,
  ...(webhook.destination ? { roleArn: webhook.destination.roleArn } : {}),
});
