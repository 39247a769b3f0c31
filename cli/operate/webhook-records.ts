import { startProgress } from '../import/progress.ts';
import { webhookPath } from '../core/webhook-path.ts';
import { openWebhookPath } from '../core/webhook-target.ts';

/** Returns the messages of a pipeline's dead-letter queue to its queue; returns their number. */
export async function redriveWebhooks(stack: string | undefined): Promise<number> {
  const path = webhookPath(await openWebhookPath(stack));
  const waiting = await path.countDeadLetters();
  const progress = waiting > 0 ? startProgress(waiting) : undefined;
  const moved = await path.redrive(() => progress?.tick());
  progress?.stop();
  return moved;
}

/**
 * Dispatches the stored records of a webhook stack, or of the local service, and deletes them. Records of changes after
 * `until` are only deleted.
 */
export async function replayWebhooks(
  stack: string | undefined,
  until?: Date,
): Promise<{ objects: number; records: number }> {
  const path = webhookPath(await openWebhookPath(stack));
  const keys = await path.listUnprocessed();
  const progress = keys.length > 0 ? startProgress(keys.length) : undefined;
  let records = 0;
  try {
    for (const key of keys) {
      records += await path.replay(key, until);
      progress?.tick();
    }
  } finally {
    progress?.stop();
  }
  return { objects: keys.length, records };
}
