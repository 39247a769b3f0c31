import { raceLost, RaceLost } from '../api/errors.ts';
import { createReader } from '../db/reader.ts';
import { commit } from '../db/write.ts';
import { nextTimestamp } from '../lib/clock.ts';
import { logger } from '../lib/logger.ts';
import type { DisabledReason } from '../webhooks/webhook.ts';
import { getWebhookItem, replaceWebhook } from '../webhooks/webhook-store.ts';
import type { Pipeline } from './pipeline.ts';

/** Disables an endpoint by what happened to it; one that is disabled or deleted stays as it is. */
export async function disableEndpoint(
  { database, now: clock }: Pick<Pipeline, 'database' | 'now'>,
  webhookId: string,
  reason: DisabledReason,
): Promise<void> {
  const found = await getWebhookItem(createReader(database), webhookId);
  if (found?.webhook.status !== 'active') return;
  const { webhook, secrets } = found;
  const now = clock();
  const next = {
    ...webhook,
    status: 'disabled' as const,
    disabledAt: now.toISOString(),
    disabledReason: reason,
    updatedAt: nextTimestamp(now, webhook.updatedAt),
  };
  try {
    await commit(database, replaceWebhook(next, secrets, webhook, raceLost));
    logger.warn('webhook endpoint disabled', { webhookId, reason });
  } catch (error) {
    if (!(error instanceof RaceLost)) throw error;
    // Its admin changed it at this moment: whether the reason still holds is for the next attempt to see.
  }
}
