import type { Destination } from '../destinations/destination.ts';
import type { StoredWebhook } from './webhook.ts';

/**
 * What the audit trail shows of an endpoint: the host of its URL, since the rest often is a secret, or an ARN, of a bucket
 * with its folders.
 */
export const auditedWebhook = (webhook: StoredWebhook): object => ({
  ...webhook,
  ...addressOf(webhook),
});

const addressOf = ({ url, destination }: Pick<StoredWebhook, 'url' | 'destination'>): object =>
  destination && 'arn' in destination
    ? { url: placeOf(destination), roleArn: destination.roleArn }
    : { url: new URL(url).origin };

const placeOf = ({ arn, prefix }: Pick<Destination, 'arn' | 'prefix'>): string =>
  prefix === null ? arn : `${arn}/${prefix}`;
