import { putAuditEvent, type AuditEvent } from '../../kernel/api/operation/audit-trail-store.ts';
import { automation } from '../../kernel/core/actor.ts';
import { newId } from '../../kernel/core/id.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { logger } from '../../kernel/core/logger.ts';
import { sameAddress, type WebhookAddress } from '../webhooks/same-address.ts';
import type { DisabledReason, StoredWebhook } from '../webhooks/webhook.ts';
import { getWebhookItem, replaceWebhook } from '../webhooks/webhook-store.ts';
import type { WebhookServices } from './pipeline.ts';

/** What the alarm of the webhook stack looks for. */
export const ENDPOINT_DISABLED_MESSAGE = 'webhook endpoint disabled';

/** The endpoint's state when the reason arose. */
type EndpointState = Pick<StoredWebhook, 'id' | 'ownerId'> & Partial<WebhookAddress>;

/**
 * Disables an endpoint for a reason found during delivery. Has no effect if it is already disabled or
 * deleted, or if its owner or address has changed since, because the reason no longer applies.
 */
export async function disableEndpoint(
  { database, now: clock, auditRetentionMs }: Pick<WebhookServices, 'database' | 'now' | 'auditRetentionMs'>,
  observed: EndpointState,
  reason: DisabledReason,
): Promise<void> {
  const found = await getWebhookItem(createReader(database), observed.id);
  if (found?.webhook.status !== 'active') return;
  const { webhook, secrets } = found;
  if (observed.ownerId !== webhook.ownerId) return;
  const { url, destination = null } = observed;
  if (url !== undefined && !sameAddress({ url, destination }, webhook)) return;
  const now = clock();
  const next = {
    ...webhook,
    status: 'disabled' as const,
    disabledAt: now.toISOString(),
    disabledReason: reason,
    updatedAt: nextTimestamp(now, webhook.updatedAt),
  };
  // Where this loses a race, its admin changed the endpoint: whether the reason still holds, the next attempt sees.
  const event = {
    id: newId(now),
    type: 'webhook_endpoint.disabled',
    timestamp: now.toISOString(),
    actor: automation,
    target: { kind: 'webhook_endpoint', id: webhook.id, name: webhook.name },
    changes: [{ field: 'disabledReason', from: null, to: reason }],
    origin: null,
    requestId: null,
    credentialId: null,
    count: 1,
  } satisfies AuditEvent;
  const written = await tryCommit(database, [
    ...replaceWebhook(next, secrets, webhook, writeConflict),
    putAuditEvent(webhook.workspaceId, event, auditRetentionMs),
  ]);
  if (written) logger.warn(ENDPOINT_DISABLED_MESSAGE, { webhookId: webhook.id, reason });
}
