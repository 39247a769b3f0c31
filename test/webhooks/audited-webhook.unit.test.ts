import { expect, test } from 'vitest';
import { auditedWebhook } from '../../shared/events/webhooks/audited-webhook.ts';
import type { StoredWebhook } from '../../shared/events/webhooks/webhook.ts';

test('the audit trail shows the folder of a bucket', () => {
  const auditedAt = (prefix: string | null) =>
    auditedWebhook({
      url: 'https://s3.eu-central-1.amazonaws.com/acme/',
      destination: { arn: 'arn:aws:s3:::acme', prefix },
    } as StoredWebhook);
  expect(auditedAt('plan/')).toMatchObject({ url: 'arn:aws:s3:::acme/plan/' });
  expect(auditedAt(null)).toMatchObject({ url: 'arn:aws:s3:::acme' });
});
