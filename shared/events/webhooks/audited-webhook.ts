import type { Destination } from '../destinations/destination.ts';
import type { StoredWebhook } from './webhook.ts';

/**
 * What the audit trail shows of an endpoint: the host of its URL, since the rest often is a secret, or an ARN, of a bucket
 * with its folders.
 */
export const auditedWebhook = (webhook: StoredWebhook): object => ({
  ...webhook,
  url: webhook.destination ? placeOf(webhook.destination) : new URL(webhook.url).origin,
  ...(webhook.destination ? { roleArn: webhook.destination.roleArn } : {}),
});

const placeOf = ({ arn, prefix }: Pick<Destination, 'arn' | 'prefix'>): string =>
  prefix === null ? arn : `${arn}/${prefix}`;
