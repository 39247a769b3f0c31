import { randomBytes } from 'node:crypto';
import { lambdaDatabase } from '../../kernel/db/client.ts';
import { systemClock } from '../../kernel/core/clock.ts';
import { optionalEnv, requiredEnv } from '../../kernel/core/env.ts';
import { sendMessages } from '../../kernel/core/queue.ts';
import { AUDIT_RETENTION_VARIABLE, auditRetentionMs } from '../../kernel/api/operation/audit-trail-store.ts';
import { retentionMs, RETENTION_VARIABLE } from '../../kernel/log/retention.ts';
import { getKeys } from '../../kernel/secrets/keys.ts';
import { publicRequest } from '../../kernel/net/public-request.ts';
import { SLOTS_VARIABLE } from './slots.ts';
import { deliveryTenant, type WebhookServices } from './pipeline.ts';

/** The webhook pipeline's dependencies in Lambda. */
export const lambdaPipeline = (): WebhookServices => ({
  database: lambdaDatabase(),
  send: (messages, delaySeconds) =>
    sendMessages(requiredEnv('QUEUE_URL'), messages, { tenantOf: deliveryTenant, delaySeconds }),
  request: publicRequest,
  keys: getKeys,
  now: systemClock,
  retention: retentionMs(optionalEnv(RETENTION_VARIABLE)),
  auditRetentionMs: auditRetentionMs(optionalEnv(AUDIT_RETENTION_VARIABLE)),
  slots: Number(requiredEnv(SLOTS_VARIABLE)),
  randomBytes,
});
